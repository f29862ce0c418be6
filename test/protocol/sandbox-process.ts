import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll } from 'vitest';
import { z } from 'zod';
import { bundles } from '../support/project.ts';

const addressSchema = z.strictObject({
  pid: z.int(),
  baseUrl: z.url(),
  controlUrl: z.url(),
  controlToken: z.string().min(20),
  deploymentFile: z.string(),
  invitationId: z.uuid(),
  enrollmentTokenFile: z.string(),
  walletIds: z.array(z.uuid()),
});

export type SandboxAddress = Readonly<Omit<z.infer<typeof addressSchema>, 'walletIds'>> & {
  readonly walletIds: readonly string[];
};

export interface Sandbox {
  readonly address: SandboxAddress;
  readonly dir: string;
  readonly lines: readonly string[];
  control(path: string, body?: unknown): Promise<{ readonly status: number; readonly json: unknown }>;
  /** Ends the process and gives its exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

const saleSchema = z.strictObject({
  operationId: z.string(),
  walletId: z.string(),
  cardId: z.string(),
  quantity: z.int(),
  bodySha256: z.string(),
  soldCardIds: z.array(z.string()),
});

export function freshFolder(): string {
  return mkdtempSync(join(tmpdir(), 'sandbox-test-'));
}

/** Starts the service as a user's shell does, and waits for its one line. */
export async function startSandbox(dir = freshFolder(), ...args: string[]): Promise<Sandbox> {
  const child = spawnSandbox('--port', '0', '--data', dir, ...args);
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => lines.push(line));
  await Promise.race([once(reader, 'line'), once(child, 'exit')]);
  const address = addressSchema.parse(JSON.parse(lines[0] ?? 'null'));
  return {
    address,
    dir,
    lines,
    control: (path, body) => steer(address, path, body),
    end: (signal) => end(child, signal),
  };
}

/** Runs the service with arguments that it refuses. */
export async function runSandboxToItsEnd(
  ...args: string[]
): Promise<{ readonly exitCode: number | null; readonly stderr: string }> {
  const child = spawnSandbox(...args);
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  await once(child, 'close');
  return { exitCode: child.exitCode, stderr };
}

export async function salesOf(sandbox: Sandbox) {
  return z.array(saleSchema).parse((await sandbox.control('/sales')).json);
}

const children: ChildProcess[] = [];

// A test that fails half way must not leave its service running.
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

function spawnSandbox(...args: string[]) {
  const child = spawn(process.execPath, [bundles.sandbox, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  return child;
}

async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
  return child.exitCode;
}

async function steer({ controlUrl, controlToken }: SandboxAddress, path: string, body: unknown) {
  const headers = { authorization: `Bearer ${controlToken}` };
  const init =
    body === undefined
      ? { headers }
      : { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(controlUrl + path, init);
  const json: unknown = await answer.json();
  return { status: answer.status, json };
}

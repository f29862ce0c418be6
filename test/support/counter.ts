import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { bundles } from './project.ts';
import { roomForTheYoung } from './room.ts';

/** What one run of the counter left behind. */
export interface CounterRun {
  /** As a shell sees it: 128 + n after signal n. */
  readonly exitCode: number;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The single line of `--json`; undefined where stdout is not exactly one line of JSON. */
  readonly json: unknown;
  readonly tookMs: number;
}

export interface CounterOptions {
  readonly data: string;
  /** Absent for commands that need none. */
  readonly deployment?: string;
  readonly passphrase?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Another build of the counter than the one that `npm run build` makes. */
  readonly bundle?: string;
  /** Ends the run with SIGKILL; a test that hangs says less than one that fails. */
  readonly killAfterMs?: number;
  /** Ends it with SIGKILL at a sign from outside; it hears whether the run has ended by itself. */
  readonly killWhen?: (hasEnded: () => boolean) => Promise<void>;
}

export const testPassphrase = 'a passphrase for tests';

/** Runs `out/counter.mjs` to its end. `--data` and `--deployment` are put in front of the arguments. */
export async function runCounter(args: readonly string[], options: CounterOptions): Promise<CounterRun> {
  const startedAtMs = performance.now();
  const command = [...roomForTheYoung, options.bundle ?? bundles.counter, ...globalArguments(options), ...args];
  const child = spawn(process.execPath, command, {
    cwd: options.cwd ?? options.data,
    env: { ...process.env, COUNTERFOIL_PASSPHRASE: options.passphrase ?? testPassphrase, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stdout = collect(child.stdout);
  const stderr = collect(child.stderr);
  const limit = setTimeout(() => child.kill('SIGKILL'), options.killAfterMs ?? 300_000);
  const signed = options.killWhen?.(() => child.exitCode !== null).then(() => child.kill('SIGKILL'));
  const ended = await new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  clearTimeout(limit);
  await signed;
  const exitCode = ended.code ?? 128 + constants.signals[ended.signal ?? 'SIGKILL'];
  return {
    exitCode,
    signal: ended.signal,
    stdout: stdout(),
    stderr: stderr(),
    json: parseLine(stdout()),
    tookMs: performance.now() - startedAtMs,
  };
}

function globalArguments(options: CounterOptions): string[] {
  const data = ['--data', options.data];
  return options.deployment === undefined ? data : [...data, '--deployment', options.deployment];
}

function collect(stream: NodeJS.ReadableStream): () => string {
  const parts: Buffer[] = [];
  stream.on('data', (bytes: Buffer) => parts.push(bytes));
  return () => Buffer.concat(parts).toString('utf8');
}

function parseLine(text: string): unknown {
  const lines = text.split('\n');
  if (lines.length !== 2 || lines[1] !== '') return undefined;
  try {
    return JSON.parse(lines[0] ?? '');
  } catch {
    return undefined;
  }
}

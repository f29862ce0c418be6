import { z } from 'zod';
import type { Failure } from '../../src-shared/contract/codes.ts';
import type { SandboxInfo } from '../app/counter/ports.ts';
import { err, ok, type Result } from '../core/result.ts';
import { setSandboxFaults } from './sandbox-faults.ts';

interface ByteStream {
  on(event: 'data', listener: (chunk: Buffer) => void): unknown;
}

/** What the training service needs of the process it runs in; each host has its own way to start one. */
export interface SandboxProcess {
  readonly stdout: ByteStream;
  /** Called once, when the process ended or could not be started. */
  onExit(listener: () => void): void;
  terminate(): void;
  kill(): void;
}

export interface SandboxWaits {
  readonly startMs: number;
  readonly stopMs: number;
}

const usualWaits: SandboxWaits = { startMs: 60_000, stopMs: 3_000 };
const maxLineLength = 16_384;

const loopback = z.url({ protocol: /^http$/, hostname: /^127\.0\.0\.1$/ });
const announcement = z.object({
  baseUrl: loopback,
  controlUrl: loopback,
  controlToken: z.string().optional(),
  deploymentFile: z.string().min(1),
  invitationId: z.string().min(1),
  enrollmentTokenFile: z.string().min(1),
});

/** The arguments of the training service, the same in every host. */
export function sandboxArguments(directory: string): string[] {
  return ['--port', '0', '--data', directory];
}

/** Waits for the one line in which the service says where it is; a process that does not say so in time is stopped. */
export async function sandboxRunning(
  process: SandboxProcess,
  waits: SandboxWaits = usualWaits,
): Promise<Result<SandboxInfo, Failure>> {
  let running = true;
  const ended = new Promise<void>((resolve) =>
    process.onExit(() => {
      running = false;
      resolve();
    }),
  );
  const stop = async (): Promise<void> => {
    if (!running) return;
    process.terminate();
    const impatience = setTimeout(() => process.kill(), waits.stopMs);
    await ended;
    clearTimeout(impatience);
  };
  const line = await firstLine(process.stdout, ended, waits.startMs);
  const parsed = announcement.safeParse(jsonOf(line));
  if (parsed.success) {
    const { controlUrl, controlToken = '', ...info } = parsed.data;
    return ok({
      ...info,
      setFaults: (faults, dailyLimit) => setSandboxFaults({ url: controlUrl, token: controlToken }, faults, dailyLimit),
      stop,
    });
  }
  await stop();
  return err({ code: 'sandbox_failed', detail: line === null ? 'no_announcement' : 'unreadable_announcement' });
}

function firstLine(stream: ByteStream, ended: Promise<void>, waitMs: number): Promise<string | null> {
  return new Promise((resolve) => {
    let text = '';
    const settle = (line: string | null): void => {
      clearTimeout(timer);
      resolve(line);
    };
    const timer = setTimeout(() => settle(null), waitMs);
    // The listener stays: a pipe that nobody reads would stop the service once it is full.
    stream.on('data', (chunk: Buffer) => {
      if (text.includes('\n') || text.length > maxLineLength) return;
      text += chunk.toString();
      const end = text.indexOf('\n');
      if (end !== -1) settle(text.slice(0, end));
      else if (text.length > maxLineLength) settle(text);
    });
    void ended.then(() => settle(null));
  });
}

function jsonOf(line: string | null): unknown {
  try {
    return line === null ? null : JSON.parse(line);
  } catch {
    return null;
  }
}

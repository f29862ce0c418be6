import { ContractBreach } from '../app/calls/contract-breach.ts';
import type { SupportLog } from '../support-log/support-log.ts';

/** The same for a host that keeps a log for support, which the bug is noted in too. */
export function bugReporter({ noteBug }: Pick<SupportLog, 'noteBug'>): (error: unknown) => void {
  return (error) => {
    noteBug(error);
    reportBug(error);
  };
}

/**
 * Writes where a bug happened, and nothing of what it happened to: messages of thrown errors may carry values, and a
 * value may be a secret (law 6).
 */
export function reportBug(error: unknown): void {
  process.stderr.write(`${describeBug(error)}\n`);
}

export function describeBug(error: unknown): string {
  if (!(error instanceof Error)) return `bug: something other than an error was thrown (${typeof error})`;
  const what = error instanceof ContractBreach ? `${error.name}: ${error.message}` : error.constructor.name;
  return [`bug: ${what}`, ...framesOf(error)].join('\n');
}

function framesOf(error: Error): string[] {
  const stack = error.stack ?? '';
  // The message stands first and may look like a frame itself.
  const messageAt = stack.indexOf(error.message);
  // A stack keeps the message that the error was made with, whatever it was changed to.
  if (messageAt === -1) return [];
  const frames = stack.slice(messageAt + error.message.length);
  return frames.split('\n').filter((line) => /^ {4}at /.test(line));
}

import { closeSync, constants, fstatSync, openSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import type { Failure } from '../../../../src-shared/contract/codes.ts';
import { ok, type Result } from '../../../core/result.ts';
import { invalid, type Arguments } from './arguments.ts';

/** Where a password comes out: opened first, so that none is made that nobody could read. */
export interface PasswordOut {
  readonly give: (password: string) => boolean;
  readonly close: () => void;
}

/**
 * A terminal that a person reads, or the pipe that `--password-to` names: never a file, and never a stream that is
 * kept somewhere beside. Errors: `input_invalid` with `password-to`, where there is neither.
 */
export function passwordOut(args: Pick<Arguments, 'text' | 'flag'>): Result<PasswordOut, Failure> {
  const path = args.text('password-to');
  if (path !== null) return pipeAt(path);
  if (args.flag('json') || !process.stdout.isTTY) return invalid('password-to');
  return ok({ give: (password) => process.stdout.write(`${password}\n`) || true, close: () => undefined });
}

function pipeAt(path: string): Result<PasswordOut, Failure> {
  let opened: number | null = null;
  try {
    // Not made where it does not exist, and not waited for where nobody reads.
    opened = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
    const stats = fstatSync(opened);
    if (stats.isFIFO() || stats.isSocket() || isatty(opened)) return ok(outTo(opened));
  } catch {
    // Said below: nothing can be written there.
  }
  if (opened !== null) closeSync(opened);
  return invalid('password-to');
}

function outTo(descriptor: number): PasswordOut {
  return {
    give: (password) => {
      try {
        const line = Buffer.from(`${password}\n`);
        return writeSync(descriptor, line) === line.length;
      } catch {
        return false;
      }
    },
    close: () => closeSync(descriptor),
  };
}

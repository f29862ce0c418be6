import type { ExitCode } from './command-outcome.ts';

interface Output {
  /** The exit of an outcome of which nobody could read all. */
  readonly exit: (exit: ExitCode) => ExitCode;
}

/**
 * Lets a command come to its end where nobody reads what it says any more, or the disk is full that it is written to:
 * a sale that is under way is worth more than a sentence. `say` tells stderr of what stdout lost, with the system's
 * code.
 */
export function endureLostOutput(say: (code: string) => string): Output {
  let isLost = false;
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isLost) return;
    isLost = true;
    process.exitCode = exitOf(process.exitCode);
    process.stderr.write(`${say(error.code ?? '')}\n`);
  });
  return { exit: (exit) => (isLost && exit === 0 ? 6 : exit) };
}

function exitOf(exit: typeof process.exitCode): typeof process.exitCode {
  return exit === undefined || exit === 0 ? 6 : exit;
}

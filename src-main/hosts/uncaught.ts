import type { ReportBug } from '../app/calls/registrar.ts';

/**
 * What nobody caught. Node prints its message, with the line of the source; Electron also shows it in a box, over a
 * locked counter too. A message may hold a secret (law 6): it is reported without it, and `end` decides what follows.
 */
export function takeUncaught(
  process: Pick<NodeJS.Process, 'on'>,
  report: ReportBug,
  end: (origin: 'exception' | 'rejection') => void,
): void {
  process.on('uncaughtException', (error) => {
    report(error);
    end('exception');
  });
  process.on('unhandledRejection', (reason) => {
    report(reason);
    end('rejection');
  });
}

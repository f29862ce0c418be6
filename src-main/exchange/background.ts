import { JournalUnavailable } from '../journal/journal-failure.ts';

export interface Background {
  readonly signal: AbortSignal;
  /** Lets work end by itself. A journal that fails under it is asked the next time. */
  run(work: () => Promise<unknown>): void;
}

/**
 * Work that nobody waits for. Once `close` was called nothing is started, and what is under way may fail: its records
 * are closed.
 */
export function createBackground(reportBug: (error: unknown) => void): Background & { close(): void } {
  const closing = new AbortController();
  return {
    signal: closing.signal,
    run: (work) => {
      if (closing.signal.aborted) return;
      void work().catch((error: unknown) => {
        if (!closing.signal.aborted && !(error instanceof JournalUnavailable)) reportBug(error);
      });
    },
    close: () => closing.abort(),
  };
}

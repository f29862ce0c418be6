/**
 * Resolves after so many milliseconds of whatever time the service lives in; whoever waits lets go of it by the signal.
 */
export type Wait = (ms: number, ended: AbortSignal) => Promise<void>;

/** All that the service does later: nothing of it happens once the service has stopped. */
export class Waiting {
  readonly #wait: Wait;
  readonly #early = new Set<() => void>();
  #stopped = false;

  constructor(wait: Wait = realTime) {
    this.#wait = wait;
  }

  /** False when the service stopped meanwhile. */
  async wait(ms: number): Promise<boolean> {
    if (this.#stopped) return false;
    const ended = new AbortController();
    const early = Promise.withResolvers<undefined>();
    const end = (): void => early.resolve(undefined);
    this.#early.add(end);
    await Promise.race([this.#wait(ms, ended.signal), early.promise]);
    this.#early.delete(end);
    ended.abort();
    return !this.#stopped;
  }

  /** Runs an action later, and says how it went wrong if it does: nobody waits for it. */
  run(ms: number, action: () => void): void {
    void this.wait(ms)
      .then((running) => {
        if (running) action();
      })
      .catch((error: unknown) =>
        process.stderr.write(
          `unexpected: ${error instanceof Error ? (error.stack ?? error.message) : 'not an error'}\n`,
        ),
      );
  }

  /** Ends each wait that is under way, as if its time were over; gives how many there were. */
  release(): number {
    const waits = [...this.#early];
    for (const end of waits) end();
    return waits.length;
  }

  stop(): void {
    this.#stopped = true;
    this.release();
  }
}

function realTime(ms: number, ended: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    ended.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });
}

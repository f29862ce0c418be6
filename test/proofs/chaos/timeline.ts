const turnsOfQuiet = 4;

/**
 * Time that moves only when nothing is under way. The service, the counter's machine and the people all live in it; a
 * wait of hours takes no time, and what waits wakes in the same order for the same seed.
 */
export class Timeline {
  #nowMs: number;
  #order = 0;
  #quietTurns = 0;
  readonly #sleepers = new Set<Sleeper>();

  constructor(startMs: number) {
    this.#nowMs = startMs;
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  /** Resolves when it is `ms` later, or as soon as `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    const atMs = this.#nowMs + Math.max(ms, 0);
    return this.sleepUntil(() => atMs, signal);
  }

  /** The same where the moment may still move: it is asked for anew each time something has happened. */
  sleepUntil(atMs: () => number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted === true) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#sleepers.delete(sleeper);
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      const sleeper: Sleeper = { atMs, order: this.#order, wake };
      this.#order += 1;
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', wake, { once: true });
    });
  }

  /**
   * Says that something moved: a byte, a call. Time stands still until all has been quiet for a few turns of the event
   * loop.
   */
  touch(): void {
    this.#quietTurns = 0;
  }

  /** Lets everything happen until `untilMs`. `between` is called whenever all is quiet, and may start something. */
  async advance(untilMs: number, between: () => Promise<void> | void = () => undefined): Promise<void> {
    for (;;) {
      await this.quiet();
      await between();
      await this.quiet();
      const next = this.#earliest();
      if (next === null || next.atMs > untilMs) break;
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.sleeper.wake();
    }
    this.#nowMs = Math.max(this.#nowMs, untilMs);
  }

  /** Lets time pass until `work` has ended; what can never end is a bug of the proof. */
  async during<T>(work: Promise<T>): Promise<T> {
    const state = { hasEnded: false };
    const watched = work.finally(() => {
      state.hasEnded = true;
    });
    watched.catch(() => undefined);
    for (;;) {
      await this.quiet();
      if (state.hasEnded) return watched;
      const next = this.#earliest();
      if (next === null) throw new Error('the proof waits for what nobody will do');
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.sleeper.wake();
    }
  }

  /**
   * Resolves when nothing more happens by itself before time moves. Nothing here waits for a thread or a real network.
   */
  async quiet(): Promise<void> {
    for (this.#quietTurns = 0; this.#quietTurns < turnsOfQuiet; this.#quietTurns += 1)
      await new Promise((resolve) => setImmediate(resolve));
  }

  #earliest(): { readonly sleeper: Sleeper; readonly atMs: number } | null {
    let earliest: { readonly sleeper: Sleeper; readonly atMs: number } | null = null;
    for (const sleeper of this.#sleepers) {
      const atMs = sleeper.atMs();
      if (
        earliest === null ||
        atMs < earliest.atMs ||
        (atMs === earliest.atMs && sleeper.order < earliest.sleeper.order)
      )
        earliest = { sleeper, atMs };
    }
    return earliest;
  }
}

interface Sleeper {
  readonly atMs: () => number;
  readonly order: number;
  readonly wake: () => void;
}

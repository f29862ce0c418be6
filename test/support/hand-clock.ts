import type { Clock } from '../../src-main/core/ports.ts';

/** Time that stands still until a test moves it; whoever sleeps wakes when it is due. */
export class HandClock implements Clock {
  #nowMs: number;
  readonly #sleepers = new Set<{ readonly atMs: number; readonly wake: () => void }>();

  readonly nowMs = (): number => this.#nowMs;
  readonly monotonicMs = (): number => this.#nowMs;

  constructor(beginMs = 0) {
    this.#nowMs = beginMs;
  }

  /** How many sleep now. */
  get sleeping(): number {
    return this.#sleepers.size;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted === true) return Promise.resolve();
    return new Promise((resolve) => {
      const sleeper = {
        atMs: this.#nowMs + ms,
        wake: () => {
          this.#sleepers.delete(sleeper);
          resolve();
        },
      };
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', sleeper.wake, { once: true });
    });
  }

  /** Moves the time on, and lets what was waiting for it run. */
  async pass(ms: number): Promise<void> {
    this.#nowMs += ms;
    for (const sleeper of new Set(this.#sleepers)) if (sleeper.atMs <= this.#nowMs) sleeper.wake();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

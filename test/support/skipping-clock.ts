import type { Clock } from '../../src-main/core/ports.ts';

/**
 * Time that stands still but for the pauses, each of which it skips at once: no test waits, and a stall makes nothing
 * late.
 */
export class SkippingClock implements Clock {
  readonly #began = { wallMs: Date.now(), monotonicMs: Math.floor(performance.now()) };
  #skippedMs = 0;
  #shiftMs = 0;

  nowMs(): number {
    return this.#began.wallMs + this.#skippedMs + this.#shiftMs;
  }

  monotonicMs(): number {
    return this.#began.monotonicMs + this.#skippedMs;
  }

  async sleep(ms: number): Promise<void> {
    this.skip(ms);
    await new Promise((resolve) => setImmediate(resolve));
  }

  skip(ms: number): void {
    this.#skippedMs += ms;
  }

  /** As a person who sets the machine's clock, which moves no monotonic reading. */
  set(shiftMs: number): void {
    this.#shiftMs += shiftMs;
  }
}

/** The service's own clock, which the control port can shift away from the computer's. */
export class Clock {
  readonly #source: () => number;
  #offsetMs = 0;

  constructor(source: () => number = Date.now) {
    this.#source = source;
  }

  nowMs(): number {
    return this.#source() + this.#offsetMs;
  }

  shiftTo(offsetSeconds: number): void {
    this.#offsetMs = offsetSeconds * 1000;
  }
}

/** The service's own clock, which the control port can shift away from the machine's. */
export class Clock {
  #offsetMs = 0;

  nowMs(): number {
    return Date.now() + this.#offsetMs;
  }

  shiftTo(offsetSeconds: number): void {
    this.#offsetMs = offsetSeconds * 1000;
  }
}

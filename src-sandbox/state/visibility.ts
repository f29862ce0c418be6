interface Hiding {
  readsLeft: number;
  readonly untilMs: number;
}

/** Orders that reads do not show yet, though they exist. It is forgotten with a restart. */
export class Visibility {
  readonly #hidden = new Map<string, Hiding>();

  hide(operationId: string, reads: number, untilMs: number): void {
    this.#hidden.set(operationId, { readsLeft: reads, untilMs });
  }

  isTracked(operationId: string): boolean {
    return this.#hidden.has(operationId);
  }

  /** Whether this read must not see the order; it uses up one of the reads counted. */
  hides(operationId: string, nowMs: number): boolean {
    const hiding = this.#hidden.get(operationId);
    if (hiding === undefined) return false;
    hiding.readsLeft -= 1;
    const hidden = hiding.readsLeft >= 0 || nowMs < hiding.untilMs;
    if (!hidden) this.#hidden.delete(operationId);
    return hidden;
  }

  clear(): void {
    this.#hidden.clear();
  }
}

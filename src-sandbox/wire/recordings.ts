import type { WireAnswer } from './answers.ts';

const keptForEach = 20;

/**
 * The last answers of each operation as they were signed: what somebody on the way may have recorded. Never on disk.
 */
export class Recordings {
  readonly #newestFirst = new Map<string, readonly WireAnswer[]>();

  keep(operation: string, answer: WireAnswer): void {
    this.#newestFirst.set(operation, [answer, ...this.#of(operation)].slice(0, keptForEach));
  }

  /** The answer so many answers back: 1 is the last one kept. */
  back(operation: string, count: number): WireAnswer | undefined {
    return this.#of(operation)[count - 1];
  }

  #of(operation: string): readonly WireAnswer[] {
    return this.#newestFirst.get(operation) ?? [];
  }
}

import type { PurchaseStep } from '../../../src-main/orders/records/steps.ts';

/** How often each thing happened, by kind and name: what a proof covered. Counts of two runs can be added. */
export type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>;

export class Coverage {
  readonly #counts: Record<string, Record<string, number>> = {};

  add(kind: string, name: string, by = 1): void {
    const names = (this.#counts[kind] ??= {});
    names[name] = (names[name] ?? 0) + by;
  }

  addAll(counts: Counts): void {
    for (const [kind, names] of Object.entries(counts))
      for (const [name, by] of Object.entries(names)) this.add(kind, name, by);
  }

  of(kind: string, name: string): number {
    return this.#counts[kind]?.[name] ?? 0;
  }

  total(kind: string): number {
    return Object.values(this.#counts[kind] ?? {}).reduce((sum, count) => sum + count, 0);
  }

  /** The names of a kind, most frequent first. */
  names(kind: string): readonly (readonly [name: string, count: number])[] {
    return Object.entries(this.#counts[kind] ?? {}).sort(([a, m], [b, n]) => n - m || a.localeCompare(b));
  }

  get counts(): Counts {
    return this.#counts;
  }
}

export interface Violation {
  readonly bar: string;
  readonly what: string;
}

export interface RunReport {
  readonly seed: number;
  readonly counts: Counts;
  readonly violations: readonly Violation[];
  /** What happened to the orders that the violations name. */
  readonly stories: readonly string[];
  /** Where the process was killed; null is between two steps. */
  readonly kills: readonly (PurchaseStep | null)[];
}

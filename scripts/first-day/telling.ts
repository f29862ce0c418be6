import type { CallResult } from '../../src-shared/contract/schemas.ts';

/** A step that did not come out as it must. */
export class StepOff extends Error {}

export function tell(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

export function check(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new StepOff(otherwise);
}

/** The value of a call that must not be refused. */
export function done<T>(what: string, result: CallResult<T>): T {
  if (result.ok) return result.value;
  const { code, field } = result.error;
  throw new StepOff(`${what} was refused with ${code}${field === undefined ? '' : ` (${field})`}.`);
}

/** "one card", "3 cards". */
export function counted(count: number, one: string): string {
  return count === 1 ? `one ${one}` : `${count} ${one}s`;
}

/** "a, b and c". */
export function listed(items: readonly string[]): string {
  const [last = 'nothing', ...before] = items.toReversed();
  return before.length === 0 ? last : `${before.toReversed().join(', ')} and ${last}`;
}

/** How long each part of the day took. */
export class Parts {
  readonly #took: { readonly name: string; readonly seconds: number }[] = [];

  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const startedAtMs = performance.now();
    const result = await work();
    this.#took.push({ name, seconds: (performance.now() - startedAtMs) / 1000 });
    return result;
  }

  report(): string {
    const longestFirst = this.#took.toSorted((a, b) => b.seconds - a.seconds);
    const all = this.#took.map(({ name, seconds }) => `${name} ${seconds.toFixed(1)} s`);
    return `${all.join(', ')}. What took longest: ${longestFirst[0]?.name ?? 'nothing'}`;
  }
}

/** One thing to choose, and what there is to choose from. */
export interface Dimension {
  readonly field: string;
  /** Names of its values; the first is the default. */
  readonly values: readonly string[];
}

/** The chosen value of each dimension, in their order, by its place among the values. */
export type Row = readonly number[];

/** Whether two values cannot stand together, whatever the rest. */
export type Excludes = (oneField: string, one: string, otherField: string, other: string) => boolean;

export interface Coverage {
  readonly rows: readonly Row[];
  /** How many of the first rows already hold every pair. */
  readonly once: number;
  readonly pairs: number;
  readonly excluded: number;
}

/**
 * Rows that hold every possible pair of values at least once, then at least twice. Greedy, and the same each time: a
 * row begins with the pair that is missing longest, and takes of every other dimension what brings most missing pairs.
 */
export function coverPairs(dimensions: readonly Dimension[], excludes: Excludes, leastRows: number): Coverage {
  const table = new PairTable(dimensions, excludes);
  const rows: Row[] = [];
  let once = 0;
  for (const depth of [1, 2]) {
    for (let pair = table.missing(depth); pair !== null; pair = table.missing(depth))
      rows.push(table.fill(pair, depth));
    if (depth === 1) once = rows.length;
  }
  while (rows.length < leastRows) rows.push(table.fill(null, Number.POSITIVE_INFINITY));
  return { rows, once, pairs: table.possible, excluded: table.excluded };
}

type Choice = readonly [dimension: number, value: number];
interface Pair {
  readonly one: Choice;
  readonly other: Choice;
  times: number;
}

class PairTable {
  readonly #dimensions: readonly Dimension[];
  /** Those that are excluded are not in it. */
  readonly #pairs = new Map<number, Pair>();
  readonly #used: number[][];
  readonly excluded: number;

  constructor(dimensions: readonly Dimension[], excludes: Excludes) {
    this.#dimensions = dimensions;
    this.#used = dimensions.map(({ values }) => values.map(() => 0));
    const nameOf = ([dimension, value]: Choice): readonly [string, string] => [
      dimensions[dimension]?.field ?? '',
      dimensions[dimension]?.values[value] ?? '',
    ];
    let excluded = 0;
    for (const [one, other] of allPairs(dimensions)) {
      const isExcluded = excludes(...nameOf(one), ...nameOf(other)) || excludes(...nameOf(other), ...nameOf(one));
      if (isExcluded) excluded += 1;
      else this.#pairs.set(keyOf(one, other), { one, other, times: 0 });
    }
    this.excluded = excluded;
  }

  get possible(): number {
    return this.#pairs.size;
  }

  /** The first pair that stands in fewer rows than that. */
  missing(depth: number): Pair | null {
    for (const pair of this.#pairs.values()) if (pair.times < depth) return pair;
    return null;
  }

  fill(start: Pair | null, depth: number): Row {
    const chosen = new Map<number, number>(start === null ? [] : [start.one, start.other]);
    for (const dimension of this.#dimensions.keys()) {
      if (!chosen.has(dimension)) chosen.set(dimension, this.#best(dimension, [...chosen], depth));
    }
    const choices = [...chosen].toSorted(([a], [b]) => a - b);
    this.#count(choices);
    return choices.map(([, value]) => value);
  }

  #best(dimension: number, chosen: readonly Choice[], depth: number): number {
    const { values = [] } = this.#dimensions[dimension] ?? {};
    const possible = [...values.keys()].filter((value) =>
      chosen.every((other) => this.#pairs.has(keyOf([dimension, value], other))),
    );
    const worthOf = (value: number): number =>
      chosen.filter((other) => (this.#pairs.get(keyOf([dimension, value], other))?.times ?? depth) < depth).length;
    const ranked = possible.map((value) => ({
      value,
      worth: worthOf(value),
      used: this.#used[dimension]?.[value] ?? 0,
    }));
    const [best] = ranked.toSorted((a, b) => b.worth - a.worth || a.used - b.used || a.value - b.value);
    if (best === undefined)
      throw new Error(`nothing goes with the rest in ${this.#dimensions[dimension]?.field ?? ''}`);
    return best.value;
  }

  #count(choices: readonly Choice[]): void {
    for (const [index, one] of choices.entries()) {
      const used = this.#used[one[0]];
      if (used !== undefined) used[one[1]] = (used[one[1]] ?? 0) + 1;
      for (const other of choices.slice(index + 1)) {
        const pair = this.#pairs.get(keyOf(one, other));
        if (pair === undefined) throw new Error('a row holds a pair that is excluded');
        pair.times += 1;
      }
    }
  }
}

function* allPairs(dimensions: readonly Dimension[]): Generator<readonly [Choice, Choice]> {
  for (const [a, one] of dimensions.entries()) {
    for (const [b, other] of dimensions.entries()) {
      if (b <= a) continue;
      for (const x of one.values.keys())
        for (const y of other.values.keys())
          yield [
            [a, x],
            [b, y],
          ];
    }
  }
}

/** A field has far fewer values, and the file far fewer fields. */
const most = 1_000;

function keyOf(one: Choice, other: Choice): number {
  const [a, b] = [one[0] * most + one[1], other[0] * most + other[1]];
  return one[0] < other[0] ? a * most ** 2 + b : b * most ** 2 + a;
}

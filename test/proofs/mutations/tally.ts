import { groups, type Group } from './mutant.ts';

export interface Counts {
  tried: number;
  refused: number;
  /** Changed on the way, and accepted as the genuine answer. */
  untouched: number;
  /** Signed by the service itself, and accepted as what it signed. */
  signed: number;
}

export type MutationOutcome = 'refused' | 'untouched' | 'signed' | 'wrong';

export interface Wrong {
  readonly kind: string;
  readonly label: string;
  readonly fault: string;
}

/** What was tried and what came of it, by kind of answer and group, and by class. */
export class Tally {
  readonly cells = new Map<string, Map<Group, Counts>>();
  readonly classes = new Map<string, Counts>();
  readonly wrong: Wrong[] = [];
  #wrongCount = 0;

  /** A `fault` is kept with its first examples only: a broken law makes thousands. */
  count(row: string, group: Group, label: string, outcome: MutationOutcome, fault?: string, kind = row): void {
    const cells = this.cells.get(row) ?? new Map<Group, Counts>();
    this.cells.set(row, cells);
    for (const counts of [slot(cells, group), slot(this.classes, label)]) {
      counts.tried += 1;
      if (outcome !== 'wrong') counts[outcome] += 1;
    }
    if (outcome !== 'wrong') return;
    this.#wrongCount += 1;
    if (this.wrong.length < 50) this.wrong.push({ kind, label, fault: fault ?? '' });
  }

  get wrongCount(): number {
    return this.#wrongCount;
  }

  get total(): Counts {
    return sumOf([...this.classes.values()]);
  }

  /** One row of the table: tried, refused and accepted in each group. */
  row(name: string): readonly string[] {
    const cells = this.cells.get(name);
    return groups.map((group) => {
      const counts = cells?.get(group);
      return counts === undefined
        ? ''
        : `${String(counts.tried)}/${String(counts.refused)}/${String(counts.untouched + counts.signed)}`;
    });
  }
}

function sumOf(all: readonly Counts[]): Counts {
  return all.reduce(
    (sum, one) => ({
      tried: sum.tried + one.tried,
      refused: sum.refused + one.refused,
      untouched: sum.untouched + one.untouched,
      signed: sum.signed + one.signed,
    }),
    empty(),
  );
}

function slot<K>(counts: Map<K, Counts>, key: K): Counts {
  const found = counts.get(key) ?? empty();
  counts.set(key, found);
  return found;
}

function empty(): Counts {
  return { tried: 0, refused: 0, untouched: 0, signed: 0 };
}

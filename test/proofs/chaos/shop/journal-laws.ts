import { Big } from 'big.js';
import type { Counter } from '../../../../src-main/app/counter/counter.ts';
import { orderIntendedKind } from '../../../../src-main/orders/machine/events.ts';
import { personKinds } from './roles.ts';

type Violate = (bar: string, what: string) => void;

/** What these records and those that they lost have said of short numbers and of replacements. */
export class Said {
  /** The sale of each short number, by its first order or its basket. */
  readonly #numbers = new Map<string, string>();
  /** The orders that were to make each card good. */
  readonly makingGood = new Map<string, Set<string>>();
  /** Up to this event everything was read; anew for each process. */
  #readTo = 0;
  #firstPersonSeq = Number.POSITIVE_INFINITY;
  readonly #violate: Violate;

  constructor(violate: Violate) {
    this.#violate = violate;
  }

  /** A process began, on these records or on older ones. */
  opened(): void {
    this.#readTo = 0;
    this.#firstPersonSeq = Number.POSITIVE_INFINITY;
  }

  /** Reads what was recorded since. `people`: everybody who ever worked here. */
  read({ localRecords: { journal } }: Pick<Counter, 'localRecords'>, people: ReadonlySet<string>): void {
    const events = journal.events({ afterSeq: this.#readTo });
    for (const { seq, kind, subject, body } of events) {
      this.#readTo = seq;
      // Who adds the first person is nobody yet.
      if (kind === 'staff-changed') this.#firstPersonSeq = Math.min(this.#firstPersonSeq, seq);
      const { by } = body;
      if (seq > this.#firstPersonSeq && personKinds.includes(kind) && !(typeof by === 'string' && people.has(by)))
        this.#violate('an act of nobody', `${kind} ${subject} at ${String(seq)}`);
      if (kind === orderIntendedKind) this.#readIntent(subject, body);
    }
  }

  #readIntent(
    id: string,
    { saleNumber, basket, replaces, makesGoodFor, charge }: Readonly<Record<string, unknown>>,
  ): void {
    if (typeof saleNumber === 'string') {
      const known = this.#numbers.get(saleNumber);
      const sale = typeof replaces === 'string' ? known : typeof basket === 'string' ? basket : id;
      if (known !== undefined && known !== sale) this.#violate('a short number of two sales', `${saleNumber}: ${id}`);
      this.#numbers.set(saleNumber, known ?? sale ?? id);
    }
    if (typeof makesGoodFor === 'object' && makesGoodFor !== null && 'soldCardId' in makesGoodFor) {
      const card = String(makesGoodFor.soldCardId);
      this.makingGood.set(card, (this.makingGood.get(card) ?? new Set()).add(id));
      const isFree =
        typeof charge === 'object' && charge !== null && 'total' in charge && new Big(String(charge.total)).eq(0);
      if (!isFree) this.#violate('a replacement that was charged', `${id}: ${JSON.stringify(charge)}`);
    }
  }
}

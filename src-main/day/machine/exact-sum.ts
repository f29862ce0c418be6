import type { Sum, Totals } from './events.ts';
import type { Sale } from './sale.ts';
import { noTotals } from './sums.ts';

interface Units {
  readonly units: bigint;
  readonly decimals: number;
}

interface Money extends Units {
  readonly currency: string;
}

/** A sale as sums take it: its amounts are read once, however many sums it is part of. */
export interface Summand {
  readonly cards: number;
  readonly cost: Money;
  readonly charge: Money | null;
  readonly margin: Money | null;
}

export function summandOf({ cards, cost, charge, margin }: Sale): Summand {
  return {
    cards,
    cost: moneyIn(cost),
    charge: charge === null ? null : moneyIn(charge),
    margin: margin === null ? null : moneyIn(margin),
  };
}

/** Adds many amounts exactly, each currency for itself: a hundred thousand of them in a moment. */
export class ExactSum {
  readonly #byCurrency = new Map<string, { units: bigint; decimals: number }>();

  add(added: Money): void {
    const sum = this.#byCurrency.get(added.currency);
    if (sum === undefined) {
      this.#byCurrency.set(added.currency, { units: added.units, decimals: added.decimals });
      return;
    }
    const decimals = Math.max(sum.decimals, added.decimals);
    sum.units = scaled(sum, decimals) + scaled(added, decimals);
    sum.decimals = decimals;
  }

  addSum(sum: Sum): void {
    this.add(moneyIn(sum));
  }

  takeAway(sum: Sum): void {
    const { units, ...money } = moneyIn(sum);
    this.add({ ...money, units: -units });
  }

  /** In the order of the currencies' codes, with the decimals of the longest amount. */
  sums(): Sum[] {
    return [...this.#byCurrency]
      .map(([currency, sum]) => ({ amount: textOf(sum), currency }))
      .toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
  }
}

/** The totals of many sales, one after the other. */
export class TotalsSum {
  readonly #cost = new ExactSum();
  readonly #charge = new ExactSum();
  readonly #margin = new ExactSum();
  #sales = 0;
  #cards = 0;
  #uncharged = 0;

  add({ cards, cost, charge, margin }: Summand): void {
    this.#sales += 1;
    this.#cards += cards;
    this.#cost.add(cost);
    if (charge === null) this.#uncharged += 1;
    else this.#charge.add(charge);
    if (margin !== null) this.#margin.add(margin);
  }

  totals(): Totals {
    if (this.#sales === 0) return noTotals;
    return {
      sales: this.#sales,
      cards: this.#cards,
      cost: this.#cost.sums(),
      charge: this.#charge.sums(),
      margin: this.#margin.sums(),
      uncharged: this.#uncharged,
    };
  }
}

/** A decimal in whole units of its last place. */
function moneyIn({ amount, currency }: Sum): Money {
  const point = amount.indexOf('.');
  if (point === -1) return { units: BigInt(amount), decimals: 0, currency };
  const units = BigInt(amount.slice(0, point) + amount.slice(point + 1));
  return { units, decimals: amount.length - point - 1, currency };
}

function scaled({ units, decimals }: Units, wanted: number): bigint {
  return decimals === wanted ? units : units * 10n ** BigInt(wanted - decimals);
}

function textOf({ units, decimals }: Units): string {
  const sign = units < 0n ? '-' : '';
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0');
  return decimals === 0 ? sign + digits : `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

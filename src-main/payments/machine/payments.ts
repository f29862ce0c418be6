import Big from 'big.js';
import type {
  MoneyBackKind,
  MoneyBackReason,
  PaymentMeans,
  TotalledMeans,
} from '../../../src-shared/contract/payment-words.ts';
import type { OperationId, StaffId } from '../../core/ids.ts';
import type { Sum } from '../../day/machine/events.ts';
import type { Sale } from '../../day/machine/sale.ts';
import type { PaymentEvent } from './events.ts';

/** What is asked of an order here. */
export type PaidSale = Pick<Sale, 'operationId' | 'saleNumber' | 'charge' | 'turns' | 'intendedSeq'>;

/** What somebody noted of one sale. */
export interface Note {
  readonly seq: number;
  readonly means: PaymentMeans;
  readonly by: StaffId | null;
}

/** Money that was given back, once. */
export interface MoneyBack {
  readonly id: string;
  readonly seq: number;
  readonly atMs: number;
  readonly what: MoneyBackKind;
  readonly means: PaymentMeans;
  readonly reason: MoneyBackReason;
  readonly lines: readonly (Sum & { readonly operationId: OperationId })[];
  readonly by: StaffId | null;
  readonly approvedBy: StaffId | null;
}

/** Of the sale that an order belongs to; a sale without a short number is known by its orders. */
function keyOf({ operationId, saleNumber }: Pick<PaidSale, 'operationId' | 'saleNumber'>): string {
  return saleNumber ?? operationId;
}

/**
 * What the events of the customer's money say, taken in one after the other. Whether an order is paid follows from its
 * turns: who takes cards away has paid for them, and an order without a result is paid only where somebody says so.
 */
export class Payments {
  readonly #usual: { readonly seq: number; readonly usual: PaymentMeans | null }[] = [];
  readonly #notes = new Map<string, Note[]>();
  /** By order: when it was said to be paid ahead, and not to be, one after the other. */
  readonly #ahead = new Map<string, number[]>();
  readonly #back = new Map<string, MoneyBack[]>();
  readonly #allBack: MoneyBack[] = [];
  readonly #noted: { readonly seq: number; readonly orders: readonly OperationId[] }[] = [];

  add(event: PaymentEvent): void {
    const { seq } = event;
    switch (event.kind) {
      case 'payments-noting-set':
        this.#usual.push({ seq, usual: event.body.usual });
        return;
      case 'payment-noted': {
        const { orders, saleNumber, means, ahead = [], notAhead = [], by = null } = event.body;
        for (const key of saleNumber === null ? orders : [saleNumber]) pushed(this.#notes, key, { seq, means, by });
        for (const id of ahead) if (!this.isAhead(id)) pushed(this.#ahead, id, seq);
        for (const id of notAhead) if (this.isAhead(id)) pushed(this.#ahead, id, seq);
        this.#noted.push({ seq, orders });
        return;
      }
      case 'money-returned': {
        const { id, what, means, reason, lines, by = null, approvedBy = null } = event.body;
        const back = { id, seq, atMs: event.atMs, what, means, reason, lines, by, approvedBy };
        this.#allBack.push(back);
        for (const line of new Set(lines.map(({ operationId }) => operationId))) pushed(this.#back, line, back);
      }
    }
  }

  /** What counts now for sales that begin; null: how customers pay is not noted. */
  usual(): PaymentMeans | null {
    return this.#usual.at(-1)?.usual ?? null;
  }

  /** Whether it was ever noted how customers pay. */
  get isInUse(): boolean {
    return this.#usual.length > 0;
  }

  notesOf(sale: Pick<PaidSale, 'operationId' | 'saleNumber'>): readonly Note[] {
    return this.#notes.get(keyOf(sale)) ?? [];
  }

  /** How it is paid by what stood there after event `seq`. */
  meansAt(sale: PaidSale, seq = Number.POSITIVE_INFINITY): TotalledMeans {
    const note = this.notesOf(sale).findLast((each) => each.seq <= seq);
    return note?.means ?? this.#usual.findLast((each) => each.seq < sale.intendedSeq)?.usual ?? 'notNoted';
  }

  /** Whether somebody says that the customer has paid for it, whatever comes of it. */
  isAhead(operationId: string): boolean {
    return (this.#ahead.get(operationId)?.length ?? 0) % 2 === 1;
  }

  /** The orders of which event `seq` or an earlier one did not say yet whether they are paid ahead. */
  saidAheadAfter(seq: number): readonly string[] {
    return [...this.#ahead].flatMap(([operationId, said]) => ((said.at(-1) ?? 0) > seq ? [operationId] : []));
  }

  /** Whether any money of it counted as paid after event `seq`. What was paid stays paid until it goes back. */
  isPaid(sale: PaidSale, seq = Number.POSITIVE_INFINITY): boolean {
    return sale.charge !== null && /[1-9]/.test(sale.charge.amount) && this.isPaidFor(sale, seq);
  }

  /** Whether it was sold, or said to be paid ahead, by event `seq`: also where it was charged at nothing. */
  isPaidFor({ operationId, turns: [sold = Infinity] }: PaidSale, seq = Number.POSITIVE_INFINITY): boolean {
    const said = this.#ahead.get(operationId)?.filter((each) => each <= seq).length ?? 0;
    return said % 2 === 1 || (sold < Infinity && sold <= seq);
  }

  /** What was given back of one order, the first time first. */
  backOf(operationId: string): readonly MoneyBack[] {
    return this.#back.get(operationId) ?? [];
  }

  /** What of an order's charge the shop still has. */
  keptOf(sale: PaidSale): Big {
    if (!this.isPaid(sale) || sale.charge === null) return new Big(0);
    const { operationId, charge } = sale;
    return this.backOf(operationId)
      .flatMap(({ lines }) => lines)
      .filter((line) => line.operationId === operationId)
      .reduce((left, { amount }) => left.minus(amount), new Big(charge.amount));
  }

  backBetween(afterSeq: number, lastSeq: number): readonly MoneyBack[] {
    return this.#allBack.filter(({ seq }) => seq > afterSeq && seq <= lastSeq);
  }

  /** The orders of which somebody noted the means between two events. */
  notedBetween(afterSeq: number, lastSeq: number): readonly { readonly orders: readonly OperationId[] }[] {
    return this.#noted.filter(({ seq }) => seq > afterSeq && seq <= lastSeq);
  }
}

function pushed<V>(all: Map<string, V[]>, key: string, value: V): void {
  const before = all.get(key);
  if (before === undefined) all.set(key, [value]);
  else before.push(value);
}

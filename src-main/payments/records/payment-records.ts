import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { MoneyBackReason, PaymentMeans } from '../../../src-shared/contract/payment-words.ts';
import { knownId, type OperationId } from '../../core/ids.ts';
import type { Randomness } from '../../core/ports.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { Sum, ZPayments } from '../../day/machine/events.ts';
import type { Sale } from '../../day/machine/sale.ts';
import { summed } from '../../day/machine/sums.ts';
import { lineOf } from '../../day/machine/z.ts';
import type { PaymentsAsked } from '../../day/records/day-records.ts';
import { saleIn } from '../../day/records/sale-row.ts';
import type { NewEvent } from '../../journal/event.ts';
import type { Journal, JournalTransaction } from '../../journal/journal.ts';
import { asJsonObject } from '../../journal/json.ts';
import { orderEvent, type OrderEvent } from '../../orders/machine/events.ts';
import { hasCodesWaiting } from '../../orders/machine/order.ts';
import type { OrderRecords } from '../../orders/records/order-records.ts';
import { actingPerson, approvalFault } from '../../staff/acting.ts';
import type { PaymentEventBody, PaymentEventKind } from '../machine/events.ts';
import { moneyBackLines, voidLines, type AskedLine, type BackLine } from '../machine/money-back.ts';
import type { MoneyBack, Note, Payments } from '../machine/payments.ts';
import { meansOf, owedOf, paymentsOfDay } from '../machine/tally.ts';
import { rememberOwed, type OwedSale } from './owed.ts';
import { rememberPayments } from './remembered.ts';
import { ordersOfSale, type SaleOrder } from './sale-orders.ts';

/** One sale as its customer sees it: all that they pay for at once. */
export interface SaleMoney {
  /** The subject of its events: the basket, or the first order of a single sale. */
  readonly id: string;
  readonly saleNumber: string | null;
  readonly orders: readonly SaleOrder[];
  /** The last event that changed how much of its money there is, or its means; 0 where there is none. */
  readonly revision: number;
  readonly notes: readonly Note[];
  readonly back: readonly MoneyBack[];
  /** It is of records that were restored or copied since: money may have gone back that they do not know of. */
  readonly mayBeBack: boolean;
}

export interface NoteAsked {
  readonly operationId: string;
  readonly means: PaymentMeans;
  /** Whether the customer has paid for this order already, which has no result yet; `false` takes that back. */
  readonly ahead?: boolean | undefined;
}

/** What a person was looking at. */
interface Seen {
  readonly operationId: string;
  readonly revision: number;
  readonly means: PaymentMeans;
  /** They said that nothing was given back in records that were lost. */
  readonly afterRestore?: boolean | undefined;
}

export interface MoneyBackAsked extends Seen {
  readonly reason: MoneyBackReason;
  readonly lines: readonly AskedLine[];
}

/** The customers' money as the journal has it. Local: no network, no key. */
export interface PaymentRecords {
  /** What is known of all sales, as it is now. */
  now(): Payments;
  /** What counts unless another is noted; null ends the noting. */
  setUsual(usual: PaymentMeans | null): Result<void, Failure>;
  /** Null where there is no such order. */
  sale(operationId: string): SaleMoney | null;
  /** How the sale of an order is paid; null where nobody notes it, and for what is at no charge. */
  meansOf(operationId: string): PaymentMeans | null;
  /** What went back of these orders, by currency, whether it is noted now or not. */
  givenBack(operationIds: readonly string[]): readonly Sum[];
  /**
   * Errors: `payments_not_noted`, `operation_unknown`, `operation_final` where nothing can be paid ahead any more, and
   * for a cashier `approval_required` after the hand-over, or where somebody else noted it.
   */
  note(asked: NoteAsked): Result<SaleMoney, Failure>;
  /** The means, and what was paid ahead of an order that was not bought, are its new try’s from its intent on. */
  passOn(tx: JournalTransaction, operationId: string, newTry: string): void;
  /**
   * Gives money back, never more than was paid, by what the transaction that records it sees; what is owed alone where
   * payments are not noted any more. Errors: `payments_not_noted`, `operation_unknown`, `payment_changed`,
   * `more_than_paid`, `input_invalid`, `sale_unfinished`, and `money_back_may_exist` unless `afterRestore`.
   */
  giveBack(asked: MoneyBackAsked): Result<SaleMoney, Failure>;
  /** All of a sale of which no code was handed over. Errors besides: `sale_unfinished`, `sale_handed_over`. */
  voidSale(asked: Seen & { readonly reason: MoneyBackReason }): Result<SaleMoney, Failure>;
  /** Orders that a customer paid for and that were not bought, the newest first, with what is to be given back. */
  owed(): readonly OwedSale[];
  /** What an X or a Z says of it. */
  ofDay(asked: PaymentsAsked): ZPayments | null;
  /** What a report over days says of its sales; nothing where the shop never noted it. */
  ofReports(): { readonly meansOf?: (sales: readonly Sale[]) => ReturnType<typeof meansOf> };
}

export interface PaymentPorts {
  readonly journal: Pick<
    Journal,
    | 'append'
    | 'copyStatus'
    | 'events'
    | 'hashAt'
    | 'head'
    | 'isSettleOnly'
    | 'projected'
    | 'projectedPage'
    | 'transaction'
    | 'trouble'
  >;
  readonly records: Pick<OrderRecords, 'find' | 'recordIn' | 'changed'>;
  readonly randomness: Pick<Randomness, 'uuid'>;
}

export function openPaymentRecords(ports: PaymentPorts): PaymentRecords {
  return new JournalPaymentRecords(ports);
}

class JournalPaymentRecords implements PaymentRecords {
  readonly #ports: PaymentPorts;
  readonly now: () => Payments;
  readonly owed: () => readonly OwedSale[];

  constructor(ports: PaymentPorts) {
    this.#ports = ports;
    this.now = rememberPayments(ports.journal);
    this.owed = rememberOwed(ports.journal, this.now);
  }

  setUsual(usual: PaymentMeans | null): Result<void, Failure> {
    const refused = this.#refusal();
    if (refused !== null) return err(refused);
    if (usual === this.now().usual()) return ok(undefined);
    const { journal, randomness } = this.#ports;
    const recorded = journal.append(rowOf(randomness.uuid(), 'payments-noting-set', { usual }));
    return recorded.ok ? ok(undefined) : recorded;
  }

  sale(operationId: string): SaleMoney | null {
    const found = ordersOfSale(this.#ports, operationId);
    if (found === null) return null;
    const payments = this.now();
    const [first] = found.orders;
    const notes = first === undefined ? [] : payments.notesOf(first.sale);
    const back = [...new Set(found.orders.flatMap(({ sale }) => payments.backOf(sale.operationId)))];
    // What was bought since somebody looked is money that they did not see.
    const bought = found.orders.flatMap(({ sale }) => sale.turns);
    const revision = Math.max(0, ...[...notes, ...back].map(({ seq }) => seq), ...bought);
    const mayBeBack = found.orders.some(({ sale }) => this.#ports.journal.isSettleOnly(sale.operationId));
    return { ...found, notes, back: back.toSorted((a, b) => a.seq - b.seq), revision, mayBeBack };
  }

  meansOf(operationId: string): PaymentMeans | null {
    const payments = this.now();
    const sale = payments.usual() === null ? null : this.#row(operationId);
    if (sale === null || !payments.isPaid(sale)) return null;
    const means = payments.meansAt(sale);
    return means === 'notNoted' ? null : means;
  }

  givenBack(operationIds: readonly string[]): readonly Sum[] {
    const payments = this.now();
    const back = [...new Set(operationIds.flatMap((id) => payments.backOf(id)))].flatMap(({ lines }) => lines);
    const ofThese = back.filter((line) => operationIds.includes(line.operationId));
    return summed(ofThese.map(({ amount, currency }) => ({ amount, currency })));
  }

  note({ operationId, means, ahead }: NoteAsked): Result<SaleMoney, Failure> {
    return this.#changed(operationId, (tx, sale) => {
      const payments = this.now();
      if (payments.usual() === null) return notNoted;
      const named = sale.orders.find((each) => each.sale.operationId === operationId)?.sale;
      if (named === undefined) return { code: 'operation_unknown', operationId };
      const isOther = ahead !== undefined && ahead !== payments.isPaidFor(named) && named.charge !== null;
      const isChange = salesIn(sale).some((each) => payments.meansAt(each) !== means);
      if (!isOther && !isChange) return null;
      if (isOther && !named.isPending) return { code: 'operation_final', operationId };
      const fault = needsWord(sale) ? approvalFault([{ kind: 'paymentChange' }]) : null;
      if (fault !== null) return fault;
      append(tx, sale, 'payment-noted', {
        ...ofSale(sale),
        means,
        ...(!isOther ? {} : { [ahead ? 'ahead' : 'notAhead']: [named.operationId] }),
      });
      return null;
    });
  }

  passOn(tx: JournalTransaction, operationId: string, newTry: string): void {
    const payments = this.now();
    const sale = payments.isInUse ? this.sale(newTry) : null;
    const [from, to] = [operationId, newTry].map((id) => sale?.orders.find((each) => each.sale.operationId === id));
    if (sale === null || from === undefined || to === undefined) return;
    const means = payments.meansAt(from.sale);
    if (means === 'notNoted') return;
    // What went back of it is not there for the new try.
    const isMoved =
      payments.isAhead(operationId) && from.sale.turns.length === 0 && payments.backOf(operationId).length === 0;
    // Another may be usual by now, and a sale has one. Where none is noted any more, money alone passes on.
    if (!isMoved && (payments.usual() === null || payments.meansAt(to.sale) === means)) return;
    append(tx, sale, 'payment-noted', {
      ...ofSale(sale),
      means,
      ...(isMoved ? { ahead: [to.sale.operationId], notAhead: [from.sale.operationId] } : {}),
    });
  }

  giveBack({ lines, reason, ...seen }: MoneyBackAsked): Result<SaleMoney, Failure> {
    return this.#returned('refund', seen, reason, (sale, payments) => {
      const back = moneyBackLines(payments, returnableIn(sale, payments), lines);
      const open = salesIn(sale).find(
        ({ operationId, isPending }) => isPending && lines.some((line) => line.operationId === operationId),
      );
      return back.ok && open !== undefined ? err({ code: 'sale_unfinished', operationId: open.operationId }) : back;
    });
  }

  voidSale({ reason, ...seen }: Seen & { readonly reason: MoneyBackReason }): Result<SaleMoney, Failure> {
    return this.#returned('void', seen, reason, (sale, payments) => {
      const { operationId } = seen;
      if (payments.usual() === null) return err(notNoted);
      if (sale.orders.some(({ order }) => isOutside(order))) return err({ code: 'sale_handed_over', operationId });
      if (sale.orders.some(({ sale: { isPending } }) => isPending))
        return err({ code: 'sale_unfinished', operationId });
      return voidLines(payments, salesIn(sale));
    });
  }

  ofDay(asked: PaymentsAsked): ZPayments | null {
    const payments = this.now();
    if (!payments.isInUse) return null;
    const known = new Set<string>(asked.sales.map(({ operationId }) => operationId));
    const { afterSeq, lastSeq } = asked.range;
    const keptBack = this.#ports.journal
      .events({ kind: keptBackKind, afterSeq, beforeSeq: lastSeq + 1 })
      .map(({ subject }) => subject);
    // An order that joined a sale after a note was begun in this range, and one that ended was pending before.
    const named = [
      ...asked.owedBefore,
      ...payments.backBetween(afterSeq, lastSeq).flatMap(({ lines }) => lines.map((line) => line.operationId)),
      ...keptBack,
      ...payments.notedBetween(afterSeq, lastSeq).flatMap(({ orders }) => orders),
    ];
    const besides = [...new Set(named)].filter((id) => !known.has(id)).flatMap((id) => this.#row(id) ?? []);
    return paymentsOfDay(payments, { ...asked, besides, keptBack, lineOf });
  }

  ofReports(): ReturnType<PaymentRecords['ofReports']> {
    const payments = this.now();
    return payments.isInUse ? { meansOf: (sales) => meansOf(payments, sales) } : {};
  }

  #row(operationId: string): Sale | null {
    const row = this.#ports.journal.projected(operationId);
    return row === null ? null : saleIn(row);
  }

  #returned(
    what: MoneyBack['what'],
    { operationId, revision, means, afterRestore = false }: Seen,
    reason: MoneyBackReason,
    linesOf: (sale: SaleMoney, payments: Payments) => Result<readonly BackLine[], Failure>,
  ): Result<SaleMoney, Failure> {
    const returned = this.#changed(operationId, (tx, sale) => {
      const payments = this.now();
      if (returnableIn(sale, payments).length === 0) return notNoted;
      if (sale.revision !== revision) return { code: 'payment_changed', operationId };
      const lines = linesOf(sale, payments);
      if (!lines.ok) return lines.error;
      if (sale.mayBeBack && !afterRestore) return { code: 'money_back_may_exist', operationId };
      const id = this.#ports.randomness.uuid();
      const said = sale.mayBeBack ? { afterRestore: true as const } : {};
      append(tx, sale, 'money-returned', {
        ...ofSale(sale),
        id,
        what,
        means,
        reason,
        lines: [...lines.value],
        ...said,
      });
      for (const kept of this.#keptBackBy(what, sale, lines.value))
        this.#ports.records.recordIn(tx, kept, [orderEvent(kept, keptBackKind, { returned: id })]);
      return null;
    });
    const orders = returned.ok ? returned.value.orders : [];
    for (const { sale, order } of orders)
      if (order.keptBack) this.#ports.records.changed(knownId<OperationId>(sale.operationId));
    return returned;
  }

  /** The orders whose codes still wait here, and of which the customer has all money back. */
  #keptBackBy(what: MoneyBack['what'], sale: SaleMoney, lines: readonly BackLine[]): readonly OperationId[] {
    const payments = this.now();
    const isAllBack = (one: Sale): boolean =>
      lines.some(({ operationId }) => operationId === one.operationId) && payments.keptOf(one).lte(0);
    return sale.orders
      .filter(({ order }) => !isOutside(order) && hasCodesWaiting(order, order.updatedAtMs))
      .filter((each) => what === 'void' || isAllBack(each.sale))
      .map((each) => knownId<OperationId>(each.sale.operationId));
  }

  /** Reads, checks and writes in one transaction, so that two changes of one sale see each other. */
  #changed(
    operationId: string,
    change: (tx: JournalTransaction, sale: SaleMoney) => Failure | null,
  ): Result<SaleMoney, Failure> {
    const refused = this.#refusal();
    if (refused !== null) return err(refused);
    const done = this.#ports.journal.transaction((tx): Failure | null => {
      const sale = this.sale(operationId);
      return sale === null ? { code: 'operation_unknown', operationId } : change(tx, sale);
    });
    if (!done.ok) return done;
    if (done.value !== null) return err(done.value);
    const after = this.sale(operationId);
    return after === null ? err({ code: 'operation_unknown', operationId }) : ok(after);
  }

  /** Another copy of these records may have gone on with it. */
  #refusal(): Failure | null {
    const { journal } = this.#ports;
    return journal.copyStatus() === 'own' ? journal.trouble() : { code: 'records_not_reconciled' };
  }
}

const keptBackKind = 'codes-kept-back' satisfies OrderEvent['kind'];
const notNoted: Failure = { code: 'payments_not_noted' };

/** Whether its codes left the shop: with the customer, or in a file for a company. */
export function isOutside({ handedOver, filesSaved }: Pick<SaleOrder['order'], 'handedOver' | 'filesSaved'>): boolean {
  return handedOver || filesSaved > 0;
}

/** After the hand-over, and where somebody else noted it. */
export function needsWord({ orders, notes }: SaleMoney): boolean {
  const last = notes.at(-1);
  return orders.some(({ order }) => isOutside(order)) || (last !== undefined && last.by !== actingPerson());
}

function salesIn({ orders }: Pick<SaleMoney, 'orders'>): readonly SaleOrder['sale'][] {
  return orders.map(({ sale }) => sale);
}

/** What money of can go back: all of a sale, or what is owed alone where payments are not noted any more. */
export function returnableIn(sale: Pick<SaleMoney, 'orders'>, payments: Payments): readonly SaleOrder['sale'][] {
  return payments.usual() === null ? owedOf(payments, salesIn(sale)) : salesIn(sale);
}

function ofSale({ saleNumber, orders }: SaleMoney): {
  readonly saleNumber: string | null;
  readonly orders: OperationId[];
} {
  return { saleNumber, orders: orders.map(({ sale }) => knownId<OperationId>(sale.operationId)) };
}

function append<K extends PaymentEventKind>(
  tx: JournalTransaction,
  { id }: Pick<SaleMoney, 'id'>,
  kind: K,
  body: PaymentEventBody<K>,
): void {
  tx.append(rowOf(id, kind, body));
}

/** The one way to make an event. */
function rowOf<K extends PaymentEventKind>(subject: string, kind: K, body: PaymentEventBody<K>): NewEvent {
  return { subject, kind, body: asJsonObject(body) };
}

import type { Failure, ReprintReason } from '../../src-shared/contract/codes.ts';
import { detailed } from '../../src-shared/contract/details.ts';
import type { PaymentMeans } from '../../src-shared/contract/payment-words.ts';
import type { PreferencesView } from '../../src-shared/contract/preferences.ts';
import type { Language } from '../../src-shared/words/languages.ts';
import type { CardCodes } from '../core/card-codes.ts';
import { knownId, type OperationId } from '../core/ids.ts';
import type { Printer, Randomness } from '../core/ports.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { Journal } from '../journal/journal.ts';
import { printsOut, recordCodesTogether, type Order, type OrderCodes } from '../orders/codes/order-codes.ts';
import type { DrawnPage } from '../pages/page.ts';
import { unsealCodes } from '../reveals/records/credentials.ts';
import { codesAgainFault } from '../reveals/records/deliveries.ts';
import { unlessHeld } from '../reveals/records/held-codes.ts';
import type { Vault } from '../vault/vault.ts';
import { papers } from './papers.ts';
import { receiptPages, receiptPreview } from './receipt-page.ts';
import { receiptOf, type Receipt, type ReceiptOptions, type ReceiptShop, type SoldOrder } from './receipt.ts';

export interface PrintsContext {
  readonly records: OrderCodes;
  readonly journal: Journal;
  readonly vault: Vault;
  readonly randomness: Randomness;
  readonly printer: Printer | null;
  /** Who sells, in a language; null in training. */
  readonly shop: ((language: Language) => ReceiptShop) | null;
  /** How the customer paid, where the shop notes it. */
  readonly paidBy: (operationId: OperationId) => PaymentMeans | null;
  /** What went back of these orders. */
  readonly givenBack: (operationIds: readonly OperationId[]) => NonNullable<Receipt['givenBack']>;
  readonly preferences: Pick<PreferencesView, 'receiptPaper' | 'printerName'>;
}

export interface PrintRequest {
  /** All orders of one sale. */
  readonly operationIds: readonly OperationId[];
  readonly language: Language;
  readonly withCodes: boolean;
  readonly reason?: ReprintReason;
}

/** The receipt as it would be printed, with its codes covered. Nothing comes out, so nothing is recorded. */
export function previewReceipt(context: PrintsContext, request: PrintRequest): Result<DrawnPage, Failure> {
  const { records, preferences } = context;
  const { operationIds, withCodes } = request;
  const sold = inTurn(operationIds, (operationId): Result<SoldOrder, Failure> => {
    const order = boughtOrder(records, operationId);
    if (order.ok && withCodes && order.value.keptBack) return err({ code: 'sale_void', operationId });
    return order.ok
      ? ok(withOrigin(records, { operationId, order: order.value, codes: withCodes ? 'covered' : null }))
      : order;
  });
  if (!sold.ok) return sold;
  if (!isOneSale(sold.value)) return err({ code: 'input_invalid', field: 'operationIds' });
  return ok(receiptPreview(receiptOf(sold.value, optionsOf(context, request)), papers[preferences.receiptPaper]));
}

/**
 * Sends a receipt to the printer, recorded first: a receipt that may lie on the counter is in the journal (law 6).
 * Gives the name of this print, for the person's word on what came out. Errors: `printer_unavailable`, `print_failed`,
 * `print_reason_required` for every print after one of which paper may have come out.
 */
export async function printReceipt(context: PrintsContext, request: PrintRequest): Promise<Result<string, Failure>> {
  const { records, randomness, printer, preferences } = context;
  const { operationIds, language, withCodes, reason } = request;
  const sold = inTurn(operationIds, (operationId) => soldOrder(context, operationId, request));
  if (!sold.ok) return sold;
  if (!isOneSale(sold.value)) return err({ code: 'input_invalid', field: 'operationIds' });
  const paper = papers[preferences.receiptPaper];
  const pages = receiptPages(receiptOf(sold.value, optionsOf(context, request)), paper);
  const print = randomness.uuid();
  const body = { print, withCodes, paper: preferences.receiptPaper, language, reason: reason ?? null };
  const started = recordCodesTogether(records, 'receipt-print-started', forEach(operationIds, body));
  if (!started.ok) return started;
  const job = { documents: pages.map(({ html }) => html), paper, printerName: preferences.printerName };
  const sent = printer === null ? null : await printer.print(job);
  if (sent?.ok === true) return ok(print);
  const failed = { print, reason: sent?.error.code ?? ('not_drawn' as const) };
  // What broke off may be on paper all the same: the print stays open for the person's word.
  if (failed.reason !== 'printer_gone')
    recordCodesTogether(records, 'receipt-print-failed', forEach(operationIds, failed));
  return err({ ...detailed('print_failed', failed.reason), ...firstOf(operationIds) });
}

/** Writes down what the person saw; the first word on a print stands. */
export function answerPrint(
  { records }: Pick<PrintsContext, 'records'>,
  operationIds: readonly OperationId[],
  print: string,
  printed: boolean,
): Result<readonly Order[], Failure> {
  const open = inTurn(operationIds, (operationId): Result<readonly OperationId[], Failure> => {
    const facts = boughtOrder(records, operationId);
    if (!facts.ok) return facts;
    const known = facts.value.prints.find((each) => each.print === print);
    if (known === undefined) return err({ code: 'input_invalid', field: 'print', operationId });
    return ok(known.ended === null ? [operationId] : []);
  });
  if (!open.ok) return open;
  const answered = recordCodesTogether(
    records,
    'receipt-print-answered',
    forEach(open.value.flat(), { print, printed }),
  );
  return answered.ok ? inTurn(operationIds, (operationId) => boughtOrder(records, operationId)) : answered;
}

/** A receipt is one paper: all its orders have the print, or none has it. */
function forEach<T>(operationIds: readonly OperationId[], body: T): ReadonlyMap<OperationId, T> {
  return new Map(operationIds.map((operationId) => [operationId, body]));
}

/** All of them, or the first failure: a receipt with some orders of a sale would look complete. */
function inTurn<T>(
  operationIds: readonly OperationId[],
  each: (operationId: OperationId) => Result<T, Failure>,
): Result<readonly T[], Failure> {
  const values: T[] = [];
  for (const operationId of operationIds) {
    const result = each(operationId);
    if (!result.ok) return result;
    values.push(result.value);
  }
  return ok(values);
}

/** One order, or several of what one customer bought at one press, each once. */
function isOneSale(sold: readonly SoldOrder[]): boolean {
  if (sold.length === 1) return true;
  const [basket, ...others] = new Set(sold.map(({ order }) => order.intent.basket));
  const ids = new Set(sold.map(({ operationId }) => operationId));
  return basket !== undefined && others.length === 0 && ids.size === sold.length;
}

function firstOf([operationId]: readonly OperationId[]): Pick<Failure, 'operationId'> {
  return operationId === undefined ? {} : { operationId };
}

function optionsOf(
  { shop, paidBy, givenBack }: PrintsContext,
  { language, operationIds }: PrintRequest,
): ReceiptOptions {
  return {
    language,
    shop: shop?.(language) ?? null,
    // A sale has one means, and a card of it may have cost nothing.
    paidBy: operationIds.map(paidBy).find((means) => means !== null) ?? null,
    givenBack: givenBack(operationIds),
  };
}

function soldOrder(
  context: PrintsContext,
  operationId: OperationId,
  { withCodes, reason }: PrintRequest,
): Result<SoldOrder, Failure> {
  const order = boughtOrder(context.records, operationId);
  if (!order.ok) return order;
  if (context.printer === null) return err({ code: 'printer_unavailable', operationId });
  if (printsOut(order.value) > 0 && reason === undefined)
    return err({ code: 'print_reason_required', field: 'reason', operationId });
  // Nobody gets codes on a paper that says they were sold.
  if (withCodes && order.value.keptBack) return err({ code: 'sale_void', operationId });
  const fault = withCodes ? codesAgainFault(order.value) : null;
  if (fault !== null) return err(fault);
  const codes = withCodes ? codesOf(context, operationId, order.value) : ok(null);
  return codes.ok ? ok(withOrigin(context.records, { operationId, order: order.value, codes: codes.value })) : codes;
}

/** With the sale whose card it makes good: by its short number, or its order in records from before there were any. */
function withOrigin(records: OrderCodes, sold: SoldOrder): SoldOrder {
  const origin = sold.order.intent.makesGoodFor?.operationId;
  if (origin === undefined) return sold;
  const { saleNumber } = records.find(knownId<OperationId>(origin))?.intent ?? {};
  return { ...sold, makesGoodFor: saleNumber ?? origin };
}

function boughtOrder(records: OrderCodes, operationId: OperationId): Result<Order, Failure> {
  const facts = records.find(operationId);
  if (facts === null) return err({ code: 'operation_unknown', operationId });
  return facts.completed === null ? err({ ...detailed('codes_unavailable', 'not_completed'), operationId }) : ok(facts);
}

/** All of them or none: a receipt with some of its codes would look complete. */
function codesOf(
  { journal, vault }: PrintsContext,
  operationId: OperationId,
  facts: Order,
): Result<readonly CardCodes[], Failure> {
  const open = unlessHeld(journal, operationId, facts);
  if (!open.ok) return open;
  if (facts.sealedCodes.size < facts.intent.quantity)
    return err({ ...detailed('codes_unavailable', 'to_reveal'), operationId });
  return unsealCodes(journal, vault, facts.sealedCodes);
}

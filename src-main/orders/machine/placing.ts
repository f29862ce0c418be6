import type { Failure } from '../../../src-shared/contract/codes.ts';
import { detailed } from '../../../src-shared/contract/details.ts';
import type { OperationId } from '../../core/ids.ts';
import { isPrice, totalOf, type Amount } from '../../core/money.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { automaticTryFault } from './automatic-try.ts';
import { orderEvent, type IntendedOrder, type NewOrderEvent } from './events.ts';
import type { NewSale } from './new-sale.ts';
import { isFinal, stateOf, wantedForMs, type Order } from './order.ts';

/** What a new sale meets: what the records and other orders say, and on what terms it would go out. */
export interface Surroundings {
  readonly nowMs: number;
  /** The order that already has the id. */
  readonly existing: Order | null;
  /** The records are the one and latest copy. */
  readonly areRecordsOwn: boolean;
  /**
   * The order that is to be replaced, and after it each new try that was made instead of one before; null where none is
   * known.
   */
  readonly predecessors: readonly { readonly operationId: OperationId; readonly order: Order | null }[];
  /** The same sale, without an outcome yet or bought with codes that nobody saw. */
  readonly twins: { readonly pending: OperationId | null; readonly unshown: OperationId | null };
  /** A person said that this one is another sale. */
  readonly besidesPending: boolean;
  /** The permissions that the service last reported; null while never read. */
  readonly scopes: readonly string[] | null;
  readonly terms: SaleTerms;
  readonly pinned: IntendedOrder['pinned'];
}

export type Placing =
  /** This very sale was intended before: it goes on. */
  | { readonly kind: 'known'; readonly order: Order }
  /** The events to record in one transaction with the reading of the chain's head, which the order carries. */
  | {
      readonly kind: 'new';
      readonly eventsAfter: (chainHead: string) => readonly [intended: NewOrderEvent, ...others: NewOrderEvent[]];
    };

/** An invoice reveal stops at this many cards: codes lost above it come back card by card only ("Limits"). */
const invoiceRevealMaximum = 100;

/** What it takes to reveal codes one card at a time. */
const scopesToReveal: readonly string[] = ['cards:read', 'cards:reveal'];

/** Of how many cards in one order the codes can be had again, with the permissions that the service reported. */
export function mostToReveal(scopes: readonly string[] | null): number {
  const mayRevealCards = scopesToReveal.every((scope) => scopes?.includes(scope) === true);
  return mayRevealCards ? Number.POSITIVE_INFINITY : invoiceRevealMaximum;
}

/** What follows where a new sale is asked for. Pure, as `decide` is. Errors: those of `OrderDriver.place`. */
export function decidePlacing(
  operationId: OperationId,
  sale: NewSale,
  surroundings: Surroundings,
): Result<Placing, Failure> {
  const { existing, areRecordsOwn, nowMs, terms, pinned } = surroundings;
  if (existing !== null)
    return isSameSale(existing.intent, sale)
      ? ok({ kind: 'known', order: existing })
      : err({ code: 'operation_id_in_use', field: 'operation-id', operationId });
  if (!areRecordsOwn) return err({ code: 'records_not_reconciled' });
  const fault = faultBeside(sale, surroundings);
  if (fault !== null) return err(fault);
  const intent = intentOf(sale, terms, pinned, nowMs, wantedUntilMsOf(sale, surroundings));
  if (!intent.ok) return intent;
  return ok({
    kind: 'new',
    eventsAfter: (chainHead) => [
      orderEvent(operationId, 'order-intended', intent.value(chainHead)),
      ...(sale.replaces === undefined ? [] : [orderEvent(sale.replaces, 'order-replaced', { by: operationId })]),
    ],
  });
}

/**
 * What speaks against a new operation apart from its own members: the orders it replaces, codes that could not be
 * revealed, or the same sale made already.
 */
function faultBeside(
  sale: NewSale,
  { predecessors, twins, besidesPending, scopes, nowMs }: Surroundings,
): Failure | null {
  const automatic = sale.afterPriceChange === true ? automaticTryFault(sale, replacedIn(predecessors), nowMs) : null;
  if (automatic !== null) return automatic;
  for (const { operationId, order } of predecessors) {
    const fault = predecessorFault(operationId, order, nowMs) ?? madeGoodFault(operationId, order, sale);
    if (fault !== null) return fault;
  }
  if (sale.quantity > mostToReveal(scopes))
    return { code: 'input_invalid', field: 'quantity', detail: 'needs_cards_reveal' };
  if (besidesPending) return null;
  if (twins.pending !== null) return { code: 'same_sale_pending', operationId: twins.pending };
  // The customer may be waiting for that one.
  return twins.unshown === null
    ? null
    : { ...detailed('same_sale_pending', 'codes_not_shown'), operationId: twins.unshown };
}

function replacedIn([first]: Surroundings['predecessors']): Order | null {
  return first?.order ?? null;
}

/** A try that nobody pressed for is wanted no longer than the order it replaces: its customer waits since then. */
function wantedUntilMsOf({ afterPriceChange }: NewSale, { predecessors, nowMs }: Surroundings): number {
  const replaced = afterPriceChange === true ? replacedIn(predecessors) : null;
  return replaced?.wantedUntilMs ?? nowMs + wantedForMs;
}

/** The order to be tried again must be over with nothing bought, and so must every earlier new try of it. */
function predecessorFault(operationId: OperationId, order: Order | null, nowMs: number): Failure | null {
  const state = order === null ? null : stateOf(order, nowMs);
  if (state === null || !isFinal(state)) return { code: 'operation_not_final', field: 'replaces', operationId };
  return state === 'completed' ? { code: 'operation_final', field: 'replaces', operationId } : null;
}

/** A new try of an order that makes a card good would be charged: another one starts at the complaint instead. */
function madeGoodFault(operationId: OperationId, order: Order | null, sale: NewSale): Failure | null {
  return sale.makesGoodFor !== undefined || order?.intent.makesGoodFor !== undefined
    ? { code: 'not_allowed', field: 'replaces', operationId }
    : null;
}

/** What of a deployment's profile counts here. */
export interface SaleTerms extends ReferenceTerms {
  readonly maximumQuantity: number;
}

/** The first thing wrong with a sale, naming the field; null when it can be ordered ("CreateOrderRequest"). */
export function saleFault(sale: Pick<NewSale, 'quantity' | 'externalReference'>, terms: SaleTerms): Failure | null {
  if (!Number.isInteger(sale.quantity) || sale.quantity < 1 || sale.quantity > terms.maximumQuantity)
    return { code: 'input_invalid', field: 'quantity' };
  return sale.externalReference === undefined ? null : referenceFault(sale.externalReference, terms);
}

/** The intent, complete but for the head of the chain that it is to be appended to. */
export type IntentDraft = (
  chainHead: string,
) => IntendedOrder & Required<Pick<IntendedOrder, 'body' | 'externalReference'>>;

/**
 * The durable intent of a sale: the exact body and all that a resend must not change (law 2). Everything is checked
 * before the head is known, so that reading it and appending the intent can be one transaction. Errors: `input_invalid`
 * with its field.
 */
export function intentOf(
  sale: NewSale,
  terms: SaleTerms,
  pinned: IntendedOrder['pinned'],
  nowMs: number,
  wantedUntilMs: number = nowMs + wantedForMs,
): Result<IntentDraft, Failure> {
  const fault = saleFault(sale, terms);
  if (fault !== null) return err(fault);
  // A price that was kept before such ones were left out.
  if (!isPrice(sale.expectedUnitPrice.amount)) return err({ code: 'card_without_price', field: 'expectedUnitPrice' });
  const total = totalOf(sale.expectedUnitPrice.amount, sale.quantity);
  if (total === null) return err({ code: 'input_invalid', field: 'quantity' });
  const own = sale.externalReference ?? null;
  return ok((chainHead) => ({
    walletId: sale.walletId,
    cardId: sale.cardId,
    quantity: sale.quantity,
    unitPrice: sale.expectedUnitPrice.amount,
    total: { amount: total, currency: sale.expectedUnitPrice.currency },
    ...(sale.charge === undefined ? {} : { charge: sale.charge }),
    useAllowedDebt: sale.useAllowedDebt,
    externalReference: own,
    ...(terms.countersignedJournal ? { chainHead } : {}),
    cardName: sale.cardName ?? null,
    body: orderBody(sale, total, sentReference(own, terms.countersignedJournal ? chainHead : null)),
    pinned,
    wantedUntilMs,
    replaces: sale.replaces ?? null,
    ...(sale.inBasket === undefined ? {} : { basket: sale.inBasket.basket, basketLine: sale.inBasket.line }),
    ...(sale.makesGoodFor === undefined ? {} : { makesGoodFor: { ...sale.makesGoodFor } }),
  }));
}

/**
 * Whether a sale is the one already intended: then its operation id goes on. The price does not count, since the
 * service sets it and not the shop.
 */
export function isSameSale(intent: IntendedOrder, sale: Omit<NewSale, 'expectedUnitPrice' | 'charge'>): boolean {
  return (
    intent.walletId === sale.walletId &&
    intent.cardId === sale.cardId &&
    intent.quantity === sale.quantity &&
    // A text that does not open cannot tell two sales apart, and nothing of it is sent.
    (intent.body === undefined || intent.externalReference === (sale.externalReference ?? null)) &&
    intent.useAllowedDebt === sale.useAllowedDebt &&
    intent.makesGoodFor?.soldCardId === sale.makesGoodFor?.soldCardId
  );
}

/**
 * "Exactly as the catalogue showed it": `expectedUnitPrice` goes back with every member that came, `asOf` included.
 * Member order is fixed so that the same sale gives the same bytes.
 */
function orderBody(sale: NewSale, total: Amount, externalReference: string | null): string {
  const { currency } = sale.expectedUnitPrice;
  return JSON.stringify({
    ...(externalReference === null ? {} : { externalReference }),
    cardId: sale.cardId,
    quantity: sale.quantity,
    expectedUnitPrice: sale.expectedUnitPrice,
    expectedTotal: { amount: total, currency },
    useAllowedDebt: sale.useAllowedDebt,
  });
}

/**
 * What goes into `externalReference` ("CreateOrderRequest"): the shop's own reference, and before it, where the journal
 * is countersigned, the head of its chain. The service then signs for that head with every answer that covers our
 * digest.
 */

/** What of a deployment's profile counts here. */
export interface ReferenceTerms {
  readonly countersignedJournal: boolean;
}

const sentMaximum = 100;
const letters = /^[A-Za-z0-9 \-_.:/#]+$/;
/** Allowed by the API and no letter of base64url, so that a reader sees where the head ends. */
const separator = '/';
/** SHA-256 in base64url. */
const headLength = 43;

/** How long the shop's own reference may be; nothing is ever cut off. */
export function ownReferenceMaximum({ countersignedJournal }: ReferenceTerms): number {
  return countersignedJournal ? sentMaximum - headLength - separator.length : sentMaximum;
}

/** What is wrong with the shop's own reference; null where it can be sent. */
function referenceFault(own: string, profile: ReferenceTerms): Failure | null {
  if (!letters.test(own)) return { code: 'input_invalid', field: 'reference' };
  const maximum = ownReferenceMaximum(profile);
  return own.length > maximum ? { code: 'input_invalid', field: 'reference', detail: `at_most_${maximum}` } : null;
}

/** What the service is sent, or null for nothing. `chainHead` null: the journal is not countersigned. */
export function sentReference(own: string | null, chainHead: string | null): string | null {
  if (chainHead === null) return own;
  return own === null ? chainHead : `${chainHead}${separator}${own}`;
}

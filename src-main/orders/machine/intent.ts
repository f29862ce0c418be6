import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { CardId, OperationId, WalletId } from '../../core/ids.ts';
import { isPrice, totalOf, type Amount, type Money } from '../../core/money.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { IntendedOrder } from './events.ts';
import { referenceFault, sentReference, type ReferenceTerms } from './reference.ts';

/** What a person asks for. `expectedUnitPrice` is the catalogue's `unitPrice` for this wallet, verbatim. */
export interface NewSale {
  readonly walletId: WalletId;
  readonly cardId: CardId;
  readonly quantity: number;
  readonly expectedUnitPrice: Money;
  readonly externalReference?: string;
  readonly useAllowedDebt: boolean;
  readonly cardName?: { readonly ar?: string | undefined; readonly en?: string | undefined };
  /** The final operation that this one is a new try of. */
  readonly replaces?: OperationId;
}

/** What of a deployment's profile counts here. */
export interface SaleTerms extends ReferenceTerms {
  readonly maximumQuantity: number;
}

/** How long a sale is wanted before a person must say so again: the customer may have left. */
export const wantedForMs = 10 * 60_000;

/** The first thing wrong with a sale, naming the field; null when it can be ordered ("CreateOrderRequest"). */
export function saleFault(sale: Pick<NewSale, 'quantity' | 'externalReference'>, terms: SaleTerms): Failure | null {
  if (!Number.isInteger(sale.quantity) || sale.quantity < 1 || sale.quantity > terms.maximumQuantity)
    return { code: 'input_invalid', field: 'quantity' };
  return sale.externalReference === undefined ? null : referenceFault(sale.externalReference, terms);
}

/** The intent, complete but for the head of the chain that it is to be appended to. */
export type IntentDraft = (chainHead: string) => IntendedOrder;

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
    useAllowedDebt: sale.useAllowedDebt,
    externalReference: own,
    ...(terms.countersignedJournal ? { chainHead } : {}),
    cardName: sale.cardName ?? null,
    body: orderBody(sale, total, sentReference(own, terms.countersignedJournal ? chainHead : null)),
    pinned,
    wantedUntilMs: nowMs + wantedForMs,
    replaces: sale.replaces ?? null,
  }));
}

/**
 * Whether a sale is the one that is already intended: then the same operation id resumes. The price is the service's
 * and no choice of the shop.
 */
export function isSameSale(intent: IntendedOrder, sale: Omit<NewSale, 'expectedUnitPrice'>): boolean {
  return (
    intent.walletId === sale.walletId &&
    intent.cardId === sale.cardId &&
    intent.quantity === sale.quantity &&
    intent.externalReference === (sale.externalReference ?? null) &&
    intent.useAllowedDebt === sale.useAllowedDebt
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

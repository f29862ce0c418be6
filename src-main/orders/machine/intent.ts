import type { CardId, OperationId, WalletId } from '../../core/ids.ts';
import { isPrice, totalOf } from '../../core/money.ts';
import type { Amount, Money } from '../../core/money.ts';
import { err, ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import type { Failure } from '../../../src-preload/contract/codes.ts';
import { deploymentIdentity } from '../../deployment/profile.ts';
import type { DeploymentProfile } from '../../deployment/profile.ts';
import { orderForm } from '../../partner-api/request.ts';
import type { IntendedOrder } from './events.ts';
import { referenceFault, sentReference } from './reference.ts';

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

/** How long a sale is wanted before a person must say so again: the customer may have left. */
export const wantedForMs = 10 * 60_000;

/** The first thing wrong with a wish, naming the field; null when it can be ordered ("CreateOrderRequest"). */
export function saleFault(wish: Pick<NewSale, 'quantity' | 'externalReference'>, profile: Pick<DeploymentProfile, 'countersignedJournal' | 'maximumQuantity'>): Failure | null {
  if (!Number.isInteger(wish.quantity) || wish.quantity < 1 || wish.quantity > profile.maximumQuantity) return { code: 'input_invalid', field: 'quantity' };
  return wish.externalReference === undefined ? null : referenceFault(wish.externalReference, profile);
}

/** The intent, complete but for the head of the chain that it is to be appended to. */
export type IntentDraft = (chainHead: string) => IntendedOrder;

/**
 * The durable intent of a sale: the exact body and all that a resend must not change (law 2). Everything is checked before
 * the head is known, so that reading it and appending the intent can be one transaction. Errors: `input_invalid` with its field.
 */
export function intentOf(operationId: OperationId, wish: NewSale, profile: DeploymentProfile, keyId: string, nowMs: number): Result<IntentDraft, Failure> {
  const fault = saleFault(wish, profile);
  if (fault !== null) return err(fault);
  // A price that was kept before such ones were left out.
  if (!isPrice(wish.expectedUnitPrice.amount)) return err({ code: 'card_without_price', field: 'expectedUnitPrice' });
  const total = totalOf(wish.expectedUnitPrice.amount, wish.quantity);
  if (total === null) return err({ code: 'input_invalid', field: 'quantity' });
  const own = wish.externalReference ?? null;
  return ok((chainHead) => ({
    walletId: wish.walletId,
    cardId: wish.cardId,
    quantity: wish.quantity,
    unitPrice: wish.expectedUnitPrice.amount,
    total: { amount: total, currency: wish.expectedUnitPrice.currency },
    useAllowedDebt: wish.useAllowedDebt,
    externalReference: own,
    ...(profile.countersignedJournal ? { chainHead } : {}),
    cardName: wish.cardName ?? null,
    body: orderBody(wish, total, sentReference(own, profile.countersignedJournal ? chainHead : null)),
    pinned: pinnedOf(operationId, wish.walletId, profile, keyId),
    wantedUntilMs: nowMs + wantedForMs,
    replaces: wish.replaces ?? null,
  }));
}

/** What a resend of an operation would carry under the profile and key in use now. */
export function pinnedOf(operationId: OperationId, walletId: WalletId, profile: DeploymentProfile, keyId: string): IntendedOrder['pinned'] {
  return {
    deployment: deploymentIdentity(profile),
    ...orderForm(profile, operationId, walletId),
    keyId,
  };
}

/** Whether a wish asks for what is already intended: then the same operation id resumes. The price is the service's, no wish. */
export function isSameSale(intent: IntendedOrder, wish: Omit<NewSale, 'expectedUnitPrice'>): boolean {
  return (
    intent.walletId === wish.walletId &&
    intent.cardId === wish.cardId &&
    intent.quantity === wish.quantity &&
    intent.externalReference === (wish.externalReference ?? null) &&
    intent.useAllowedDebt === wish.useAllowedDebt
  );
}

/**
 * "Exactly as the catalogue showed it": `expectedUnitPrice` goes back with every member that came, `asOf` included. Member order is fixed so that the same wish gives the same bytes.
 */
function orderBody(wish: NewSale, total: Amount, externalReference: string | null): string {
  const { currency } = wish.expectedUnitPrice;
  return JSON.stringify({
    ...(externalReference === null ? {} : { externalReference }),
    cardId: wish.cardId,
    quantity: wish.quantity,
    expectedUnitPrice: wish.expectedUnitPrice,
    expectedTotal: { amount: total, currency },
    useAllowedDebt: wish.useAllowedDebt,
  });
}

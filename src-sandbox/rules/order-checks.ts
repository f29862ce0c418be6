import { Big } from 'big.js';
import type { z } from 'zod';
import type { Card } from '../state/catalogue.ts';
import type { Order } from '../state/orders.ts';
import type { ServiceState } from '../state/service-state.ts';
import { toThousandths } from '../state/thousandths.ts';
import type { Wallet } from '../state/wallets.ts';
import { refuse, refuseField, type Refusal } from '../wire/refusals.ts';
import { ok, type Result } from '../wire/result.ts';
import type { orderBody } from './bodies.ts';
import { unitPriceOf } from './catalogue-reads.ts';
import { multiply, type Money } from './money.ts';

export type OrderRequest = z.infer<typeof orderBody>;

const dayMs = 24 * 60 * 60 * 1000;

/** Everything that must hold before a wallet may buy; the total in thousandths when it does. */
export function checkPurchase(
  state: ServiceState,
  wallet: Wallet,
  request: OrderRequest,
  nowMs: number,
): Result<number, Refusal> {
  const card = state.catalogue.cardOf(request.cardId);
  if (card === undefined) return refuse('resource_not_found');
  const currencies = [request.expectedUnitPrice.currency, request.expectedTotal.currency];
  if (currencies.some((currency) => currency !== wallet.currency)) return refuse('currency_not_supported');
  const unitPrice = unitPriceOf(state, card, wallet.currency);
  if (unitPrice === undefined) return refuse('purchase_not_allowed');
  const terms = checkTerms(card, unitPrice, request);
  if (!terms.ok) return terms;
  const left = state.stock.left(card.id);
  if (left === 0) return refuse('card_unavailable');
  if (left < request.quantity) return refuse('quantity_unavailable');
  const totalThousandths = toThousandths(request.expectedTotal.amount);
  const allowed = checkWalletLimits(state, wallet, totalThousandths, nowMs);
  return allowed.ok ? checkBalance(wallet, totalThousandths, request.useAllowedDebt ?? false) : allowed;
}

/** The spending allowance, and what may be bought on one day ("Limits"). */
function checkWalletLimits(
  state: ServiceState,
  wallet: Wallet,
  totalThousandths: number,
  nowMs: number,
): Result<true, Refusal> {
  const { allowanceThousandths, dailyLimitThousandths } = wallet;
  if (allowanceThousandths !== null && totalThousandths > allowanceThousandths) return refuse('owner_limit_exceeded');
  if (dailyLimitThousandths === null) return ok(true);
  const today = state.orders.orderedSince(wallet.id, nowMs - (nowMs % dayMs));
  return today + totalThousandths > dailyLimitThousandths ? refuse('daily_limit_exceeded') : ok(true);
}

/** Whether an order accepted earlier can still be completed. */
export function canComplete(state: ServiceState, order: Order): boolean {
  const wallet = state.wallets.find(order.walletId);
  if (wallet === undefined || state.stock.left(order.cardId) < order.quantity) return false;
  return checkBalance(wallet, order.totalThousandths, order.useAllowedDebt === 1).ok;
}

function checkTerms(card: Card, unitPrice: Money, request: OrderRequest): Result<true, Refusal> {
  const { quantity, expectedUnitPrice, expectedTotal } = request;
  if (quantity < card.minQuantity) return refuseField('/quantity', 'below_minimum', { minimum: card.minQuantity });
  if (quantity > card.maxQuantity) return refuseField('/quantity', 'above_maximum', { maximum: card.maxQuantity });
  if (expectedUnitPrice.amount !== unitPrice.amount) return refuse('price_changed');
  if (expectedTotal.amount !== multiply(unitPrice.amount, quantity))
    return refuseField('/expectedTotal/amount', 'not_price_times_quantity');
  return ok(true);
}

function checkBalance(wallet: Wallet, totalThousandths: number, usesDebt: boolean): Result<number, Refusal> {
  const balance = new Big(wallet.balanceThousandths);
  if (balance.gte(totalThousandths)) return ok(totalThousandths);
  if (balance.plus(wallet.allowedDebtThousandths ?? 0).lt(totalThousandths)) return refuse('insufficient_balance');
  return usesDebt ? ok(totalThousandths) : refuse('allowed_debt_consent_required');
}

import { createHash } from 'node:crypto';
import type { NewOrder, Order, OrderOutcome } from '../state/orders.ts';
import { fromThousandths } from '../state/thousandths.ts';
import type { Wallet } from '../state/wallets.ts';
import { formatRetryAfter, parseIdempotencyKey } from '../wire/formats.ts';
import { refuse, refuseField, type Refusal, type RetryAfter } from '../wire/refusals.ts';
import { ok, type Result } from '../wire/result.ts';
import { singleField } from '../wire/seen-request.ts';
import { orderBody, parseBody } from './bodies.ts';
import {
  answerWith,
  grantedWallet,
  isoTime,
  paramOf,
  usableWallet,
  type CallOutcome,
  type SignedCall,
} from './call.ts';
import { revealedCredential } from './credentials.ts';
import { canComplete, checkPurchase } from './order-checks.ts';

const completedNow: OrderOutcome = { status: 'completed', reported: true };
const failedNow: OrderOutcome = { status: 'failed', reported: true };
const usualRetryAfter: RetryAfter = { seconds: 1, form: 'seconds' };

/** Buys once for an operation id; the same request again resumes the same order ("Place an order"). */
export function placeOrder(call: SignedCall): CallOutcome {
  const operationId = parseIdempotencyKey(
    call.profile.request.idempotencyKey,
    singleField(call.seen, 'idempotency-key') ?? '',
  );
  if (operationId === undefined) return refuseField('/headers/idempotency-key', 'invalid');
  const wallet = grantedWallet(call);
  if (!wallet.ok) return wallet;
  const bodySha256 = createHash('sha256').update(call.seen.body).digest('hex');
  const known = call.state.orders.find(operationId);
  if (known === undefined) return placeNew(call, operationId, bodySha256);
  if (known.walletId !== wallet.value.id || known.bodySha256 !== bodySha256) return refuse('idempotency_conflict');
  return resume(call, known, wallet.value);
}

export function readOrder(call: SignedCall): CallOutcome {
  const order = call.state.orders.find(paramOf(call, 'operationId'));
  const wallet = order === undefined ? undefined : call.state.wallets.find(order.walletId);
  if (order === undefined || wallet === undefined) return refuse('resource_not_found');
  hideIfPlanted(call, order);
  if (call.state.visibility.hides(order.operationId, call.nowMs)) return refuse('resource_not_found');
  return answerWith(orderView(order, wallet), 200, isOpen(order) ? retryHeaders(call, usualRetryAfter) : {});
}

/** Reads may lag behind what was accepted. */
function hideIfPlanted(call: SignedCall, order: Order): void {
  const planted = call.state.visibility.isTracked(order.operationId) ? undefined : call.faults.take('visibility');
  if (planted !== undefined)
    call.state.visibility.hide(order.operationId, planted.reads, order.acceptedAtMs + planted.ms);
}

function placeNew(call: SignedCall, operationId: string, bodySha256: string): CallOutcome {
  const wallet = usableWallet(call);
  if (!wallet.ok) return wallet;
  const order = newOrder(call, wallet.value, operationId, bodySha256);
  if (!order.ok) return order;
  const planted = call.faults.take('outcome');
  const written = call.state.orders.accept(order.value, planted?.outcome ?? completedNow, call.nowMs);
  hideIfPlanted(call, written);
  if (planted?.outcome.elsewhere) return replay(call, written, wallet.value);
  return answerProgress(call, written, wallet.value, 201, planted?.retryAfter);
}

function newOrder(
  call: SignedCall,
  wallet: Wallet,
  operationId: string,
  bodySha256: string,
): Result<NewOrder, Refusal> {
  const request = parseBody(call.seen, orderBody);
  if (!request.ok) return request;
  if (request.value.quantity > call.profile.maximumQuantity) return refuseField('/quantity', 'above_maximum');
  const totalThousandths = checkPurchase(call.state, wallet, request.value, call.nowMs);
  if (!totalThousandths.ok) return totalThousandths;
  const { cardId, quantity, externalReference, useAllowedDebt } = request.value;
  return ok({
    operationId,
    walletId: wallet.id,
    cardId,
    quantity,
    bodySha256,
    totalThousandths: totalThousandths.value,
    externalReference: externalReference ?? null,
    useAllowedDebt: useAllowedDebt === true ? 1 : 0,
  });
}

function resume(call: SignedCall, known: Order, wallet: Wallet): CallOutcome {
  if (known.reported === 1) return replay(call, known, wallet);
  if (known.status === 'completed') {
    call.state.orders.markReported(known.operationId);
    return answerProgress(call, { ...known, reported: 1 }, wallet, 200);
  }
  const possible = canComplete(call.state, known) ? completedNow : failedNow;
  const planted = call.faults.take('outcome');
  const settled = call.state.orders.settle(known, planted?.outcome ?? possible, call.nowMs);
  return planted?.outcome.elsewhere
    ? replay(call, settled, wallet)
    : answerProgress(call, settled, wallet, 200, planted?.retryAfter);
}

/** With the status of the first answer where support chose so, and never with codes. */
function replay(call: SignedCall, order: Order, wallet: Wallet): CallOutcome {
  const isCreated = order.status === 'completed' && call.state.settings.staff().replayStatus === 201;
  const headers = { 'idempotency-replayed': 'true', ...(isCreated ? { location: locationOf(call, order) } : {}) };
  return answerWith(orderView(order, wallet), isCreated ? 201 : 200, headers);
}

function locationOf(call: SignedCall, { operationId }: Order): string {
  return `${call.pathPrefix}/v1/orders/${operationId}`;
}

/** The answer right after a move: codes only where it is the first report of the completion. */
function answerProgress(
  call: SignedCall,
  order: Order,
  wallet: Wallet,
  completedStatus: 200 | 201,
  retryAfter: RetryAfter = usualRetryAfter,
): CallOutcome {
  const location = locationOf(call, order);
  if (order.reported === 0) {
    const status = order.status === 'completed' ? 'processing' : order.status;
    return answerWith(orderView({ ...order, status }, wallet), 202, { location, ...retryHeaders(call, retryAfter) });
  }
  if (order.status !== 'completed') return answerWith(orderView(order, wallet));
  const soldCards = call.state.soldCards.ofOrder(order.operationId).map((card) => revealedCredential(card, call.nowMs));
  call.state.soldCards.markRevealed(order.operationId, call.nowMs);
  return answerWith(
    { ...orderView(order, wallet), soldCards },
    completedStatus,
    completedStatus === 201 ? { location } : {},
  );
}

/** "Order", without codes. */
export function orderView(order: Order, wallet: Wallet): object {
  const { operationId, status, walletId, cardId, quantity, invoiceId, completedAtMs, totalThousandths } = order;
  const completed = status === 'completed';
  return {
    operationId,
    status,
    walletId,
    cardId,
    quantity,
    invoiceId: completed ? (invoiceId ?? undefined) : undefined,
    total: status === 'failed' ? undefined : { amount: fromThousandths(totalThousandths), currency: wallet.currency },
    completedAt: completed && completedAtMs !== null ? isoTime(completedAtMs) : undefined,
  };
}

function isOpen(order: Order): boolean {
  return order.status === 'processing' || order.status === 'recoveryExhausted';
}

function retryHeaders(call: SignedCall, retryAfter: RetryAfter): Readonly<Record<string, string>> {
  return { 'retry-after': formatRetryAfter(call.profile.retryAfterUnit, retryAfter, call.nowMs) };
}

import type { OperationId } from '../../core/ids.ts';
import type { DatedRequest } from '../../exchange/prepare.ts';
import type { RequestDraft } from '../../partner-api/request.ts';
import { orderEvent, type NewOrderEvent } from '../machine/events.ts';
import type { Order } from '../machine/order.ts';
import type { OrderCall } from '../machine/verdict.ts';

/** One attempt of one call of an order. */
export interface OrderAttempt {
  readonly operationId: OperationId;
  readonly attempt: string;
  readonly call: OrderCall;
}

/** What is sent for a call of an order: the body is that of the intent, byte for byte (law 2). */
export function orderRequest(operationId: OperationId, { intent }: Order, call: OrderCall): RequestDraft {
  if (call === 'getPartnerOrder') return { operation: call, parameters: { operationId } };
  return { operation: call, form: intent.pinned, body: new TextEncoder().encode(intent.body) };
}

/** The event that an attempt begins with this request. */
export function attemptStarted(
  { operationId, attempt, call }: OrderAttempt,
  prepared: DatedRequest,
  used: { readonly keyId: string; readonly profileHash: string },
): NewOrderEvent {
  const { url, nonce, createdAtSeconds, expiresAtSeconds } = prepared;
  const headers = prepared.headers.map(([name, value]): [string, string] => [name, value]);
  const sent = { url, headers, nonce, createdAtSeconds, expiresAtSeconds };
  return orderEvent(operationId, 'attempt-started', { attempt, call, ...sent, ...used });
}

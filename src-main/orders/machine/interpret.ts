import type { OperationId } from '../../core/ids.ts';
import type { Judged, Verified } from '../../partner-api/judge.ts';
import { readJson } from '../../partner-api/operations/json.ts';
import { readOperationId, readOrder } from '../../partner-api/operations/order.ts';
import type { OrderBody } from '../../partner-api/operations/order.ts';
import { readProblem } from '../../partner-api/problem.ts';
import type { IntendedOrder } from './events.ts';
import { meaningOf } from './refusal-table.ts';
import type { Position, Meaning } from './refusal-table.ts';
import { conflictReason } from './verdict.ts';
import type { OrderCall, Verdict } from './verdict.ts';

export interface Interpretation {
  readonly verdict: Verdict;
  /** Read the order before sending anything again. */
  readonly thenRead: boolean;
  /** Another operation that the answer names: its evidence is filed there and moves nothing here. */
  readonly about?: { readonly operationId: OperationId; readonly verdict: Verdict };
}

export interface InterpretInput {
  readonly judged: Judged;
  readonly call: OrderCall;
  readonly position: Position;
  readonly operationId: OperationId;
  readonly intent: IntendedOrder;
  /** The intent of another operation of this journal, or null where it is none of ours. */
  readonly intentOf: (operationId: string) => IntendedOrder | null;
  /** The operation that already used this answer's signature, if any. */
  readonly signatureUsedBy: string | null;
}

/** Applies the judgement table to a judged answer. */
export function interpret(input: InterpretInput): Interpretation {
  const { judged, call } = input;
  if (judged.kind === 'unverified') return only({ outcome: 'unverified', reason: judged.reason });
  if (input.signatureUsedBy !== null && input.signatureUsedBy !== input.operationId) {
    return only({ outcome: 'unverified', reason: 'another_answer_reused' });
  }
  if (judged.status >= 200 && judged.status < 300) return opinionOfSuccess(judged, input);
  return call === 'createPartnerOrder' ? opinionOfRefusal(judged, input.position) : opinionOfReadRefusal(judged);
}

/** A 2xx answer goes by the order in its body and never by its status ("States and transitions"). */
function opinionOfSuccess(judged: Verified, input: InterpretInput): Interpretation {
  const { operationId, intent, position, call } = input;
  const body = readJson(judged.body);
  const order = readOrder(body);
  if (order?.operationId === operationId) return only(verdictOfOrder(order, intent, judged));
  const named = order?.operationId ?? readOperationId(body);
  if (named !== null && named !== operationId) {
    const otherIntent = input.intentOf(named);
    if (order === null || otherIntent === null) return only({ outcome: 'attention', reason: 'another_order', code: null });
    const verdict: Verdict = { outcome: position === 'afterAccepted' ? 'nothing' : 'unknown', code: null };
    return { verdict, thenRead: call === 'createPartnerOrder', about: { operationId: order.operationId, verdict: verdictOfOrder(order, otherIntent, judged) } };
  }
  if (call === 'createPartnerOrder' && judged.status === 202 && isBound(judged)) return only({ outcome: 'accepted', recoveryExhausted: false });
  return only({ outcome: 'attention', reason: 'order_unreadable', code: null });
}

function verdictOfOrder(order: OrderBody, intent: IntendedOrder, judged: Verified): Verdict {
  switch (order.status) {
    case 'processing': return { outcome: 'accepted', recoveryExhausted: false };
    case 'recoveryExhausted': return { outcome: 'accepted', recoveryExhausted: true };
    // The service holds the order and may say later what became of it; codes in such an answer are for a person to see.
    case 'unknown': return order.soldCards.length > 0
      ? { outcome: 'attention', reason: 'order_unreadable', code: null }
      : { outcome: 'accepted', recoveryExhausted: false };
    case 'failed': return { outcome: 'failed' };
    case 'completed': return {
      outcome: 'completed',
      invoiceId: order.invoiceId ?? null,
      soldCardIds: [...new Set(order.soldCards.map(({ soldCardId }) => soldCardId))],
      replayed: judged.header('idempotency-replayed')?.toLowerCase() === 'true',
      differs: differences(order, intent),
      ...(order.completedAt === undefined ? {} : { completedAt: order.completedAt }),
    };
  }
}

/**
 * Only members that came are compared: the API promises none but id and status. One in a shape that nobody can compare may
 * contradict what was meant; when the order completed cannot.
 */
function differences(order: OrderBody, intent: IntendedOrder): string[] {
  const differs = (name: string, got: unknown, meant: unknown) => (got !== undefined && got !== meant ? [name] : []);
  const different = [
    ...differs('walletId', order.walletId, intent.walletId),
    ...differs('cardId', order.cardId, intent.cardId),
    ...differs('quantity', order.quantity, intent.quantity),
    ...differs('total', order.total?.amount, intent.total.amount),
    ...differs('currency', order.total?.currency, intent.total.currency),
    ...(order.soldCards.length > intent.quantity ? ['soldCards'] : []),
    ...order.oddFields.filter((name) => name !== 'completedAt'),
  ];
  return [...new Set(different)];
}

function opinionOfRefusal(judged: Verified, position: Position): Interpretation {
  const code = readProblem(judged)?.code ?? null;
  const { ruling, thenRead } = meaningOf(code, judged.status, position);
  return { verdict: verdictOfRuling(ruling, code, isBound(judged)), thenRead };
}

/** A read of an order settles nothing by being refused, but for a bound 404, which the fence may use. */
function opinionOfReadRefusal(judged: Verified): Interpretation {
  const code = readProblem(judged)?.code ?? null;
  const named = judged.bound.has('@method') && isBoundToPath(judged);
  const { status, createdAtSeconds } = judged;
  if (status === 404 && code === 'resource_not_found' && named && createdAtSeconds !== null) return only({ outcome: 'notFound', createdAtSeconds });
  return only({ outcome: 'nothing', code });
}

function verdictOfRuling(ruling: Meaning, code: string | null, bound: boolean): Verdict {
  switch (ruling) {
    case 'refused':
      return bound ? { outcome: 'refused', code: code ?? '' } : { outcome: 'attention', reason: 'refusal_not_bound', code };
    case 'blocked':
    case 'waiting':
      // One that was given to another request says nothing of what this one did.
      return bound ? { outcome: ruling, code: code ?? '' } : { outcome: 'unknown', code };
    case 'settling': return { outcome: 'settling', code: code ?? '' };
    case 'unknown': return { outcome: 'unknown', code };
    case 'attention': return { outcome: 'attention', reason: code === 'idempotency_conflict' ? conflictReason : 'unexpected_refusal', code };
    case 'stays': return { outcome: 'nothing', code };
  }
}

/** A refusal counts for this request only when its signature covers something unique to it (design, below the table). */
function isBound(judged: Verified): boolean {
  return judged.bound.has('idempotency-key') || judged.bound.has('nonce');
}

/** `@target-uri` holds the path and more (RFC 9421 section 2.2.2). */
function isBoundToPath({ bound }: Verified): boolean {
  return bound.has('@path') || bound.has('@target-uri');
}

function only(verdict: Verdict): Interpretation {
  return { verdict, thenRead: false };
}

import type { CardId, InvoiceId, OperationId, SoldCardId, WalletId } from '../../core/ids.ts';
import type { Money } from '../../core/money.ts';
import { conflictReason, type IntendedOrder, type OrderCall, type Verdict } from './events.ts';
import { meaningOf, type Meaning, type Position } from './refusal-table.ts';

/** What came to a call of an order, as far as it says something of one. Neither its body nor a code is in it. */
export type OrderAnswer = UnverifiedAnswer | VerifiedAnswer;

/** It could not be verified so far; `reason` says why. */
export interface UnverifiedAnswer {
  readonly kind: 'unverified';
  readonly reason: string;
}

export interface VerifiedAnswer {
  readonly kind: 'verified';
  readonly status: number;
  /** When the service signed it, by its own clock. */
  readonly createdAtSeconds: number | null;
  readonly requestId: string | null;
  /** Its signature covers something unique to the request (design, "Bound"). */
  readonly isBound: boolean;
  /** It covers which order was asked for. */
  readonly isBoundToPath: boolean;
  readonly isReplay: boolean;
  /** A `Retry-After` that the signature covers. */
  readonly retryAfterMs: number | null;
  /** The code of its problem, where it is no success. */
  readonly problemCode: string | null;
  /** The operation that its body names, also where nothing else of that can be read. */
  readonly named: string | null;
  readonly order: AnsweredOrder | null;
  /** The subject that an answer with this very signature already spoke of. */
  readonly usedBy: string | null;
}

/** An order as an answer tells it. */
export interface AnsweredOrder {
  readonly operationId: OperationId;
  readonly status: 'processing' | 'recoveryExhausted' | 'completed' | 'failed' | 'unknown';
  readonly invoiceId?: InvoiceId;
  readonly walletId?: WalletId;
  readonly cardId?: CardId;
  readonly quantity?: number;
  readonly total?: Money;
  readonly completedAt?: string;
  /** Whose usable codes it carries; a card that came twice stands here twice. */
  readonly soldCardIds: readonly SoldCardId[];
  /** Members in a shape that the API does not promise. */
  readonly oddFields: readonly string[];
}

export interface Interpretation {
  readonly verdict: Verdict;
  /** Read the order before sending anything again. */
  readonly thenRead: boolean;
  /** Another operation that the answer names: its evidence is filed there and moves nothing here. */
  readonly about?: { readonly operationId: OperationId; readonly verdict: Verdict };
}

export interface InterpretInput {
  readonly answer: OrderAnswer;
  readonly call: OrderCall;
  readonly position: Position;
  /** The order went out once more after what this answers. */
  readonly isSentSince: boolean;
  readonly operationId: OperationId;
  readonly intent: IntendedOrder;
  /** The intent of another operation of ours that the answer names; null where it names none. */
  readonly otherIntent: IntendedOrder | null;
}

/** What an answer to a call of an order means for it (design, "Interpretation"). */
export function interpret(input: InterpretInput): Interpretation {
  const { answer, call } = input;
  if (answer.kind === 'unverified') return only({ outcome: 'unverified', reason: answer.reason });
  if (answer.usedBy !== null && answer.usedBy !== input.operationId)
    return only({ outcome: 'unverified', reason: 'another_answer_reused' });
  if (answer.status >= 200 && answer.status < 300) return interpretSuccess(answer, input);
  return call === 'createPartnerOrder' ? interpretRefusal(answer, input.position) : interpretReadRefusal(answer);
}

/** A 2xx answer goes by the order in its body and never by its status ("States and transitions"). */
function interpretSuccess(
  answer: VerifiedAnswer,
  { operationId, intent, otherIntent, position, isSentSince, call }: InterpretInput,
): Interpretation {
  const { order, named, isBound, isReplay } = answer;
  if (order?.operationId === operationId) {
    const verdict = verdictOfOrder(order, intent, isReplay);
    const isOfBefore = verdict.outcome === 'failed' && isSentSince;
    return isOfBefore ? { verdict: { outcome: 'nothing', code: null }, thenRead: true } : only(verdict);
  }
  if (named !== null && named !== operationId) {
    if (order === null || otherIntent === null)
      return only({ outcome: 'attention', reason: 'another_order', code: null });
    const verdict: Verdict = { outcome: position === 'afterAccepted' ? 'nothing' : 'unknown', code: null };
    return {
      verdict,
      thenRead: call === 'createPartnerOrder',
      about: { operationId: order.operationId, verdict: verdictOfOrder(order, otherIntent, isReplay) },
    };
  }
  if (call === 'createPartnerOrder' && answer.status === 202 && isBound)
    return only({ outcome: 'accepted', recoveryExhausted: false });
  return only({ outcome: 'attention', reason: 'order_unreadable', code: null });
}

function verdictOfOrder(order: AnsweredOrder, intent: IntendedOrder, replayed: boolean): Verdict {
  const holdsCodes = order.soldCardIds.length > 0;
  // The service holds the order and may say later what became of it; codes in such an answer are for a person to see.
  if (order.status === 'unknown')
    return holdsCodes
      ? { outcome: 'attention', reason: 'order_unreadable', code: null }
      : { outcome: 'accepted', recoveryExhausted: false };
  // Codes come only with a sale ("Order", `soldCards`): they contradict any other status, and are kept.
  if (order.status === 'completed' || holdsCodes) return completion(order, intent, replayed);
  return order.status === 'failed'
    ? { outcome: 'failed' }
    : { outcome: 'accepted', recoveryExhausted: order.status === 'recoveryExhausted' };
}

function completion(order: AnsweredOrder, intent: IntendedOrder, replayed: boolean): Verdict {
  return {
    outcome: 'completed',
    replayed,
    invoiceId: order.invoiceId ?? null,
    soldCardIds: [...new Set(order.soldCardIds)],
    differs: differences(order, intent),
    ...(order.completedAt === undefined ? {} : { completedAt: order.completedAt }),
  };
}

/**
 * Only members that came are compared: the API promises none but id and status. One in a shape that nobody can compare
 * may contradict what was meant; when the order completed cannot.
 */
function differences(order: AnsweredOrder, intent: IntendedOrder): string[] {
  const differs = (name: string, got: unknown, meant: unknown) => (got !== undefined && got !== meant ? [name] : []);
  const different = [
    ...differs('status', order.status, 'completed'),
    ...differs('walletId', order.walletId, intent.walletId),
    ...differs('cardId', order.cardId, intent.cardId),
    ...differs('quantity', order.quantity, intent.quantity),
    ...differs('total', order.total?.amount, intent.total.amount),
    ...differs('currency', order.total?.currency, intent.total.currency),
    ...(order.soldCardIds.length > intent.quantity ? ['soldCards'] : []),
    ...order.oddFields.filter((name) => name !== 'completedAt'),
  ];
  return [...new Set(different)];
}

function interpretRefusal({ problemCode: code, status, isBound }: VerifiedAnswer, position: Position): Interpretation {
  const { meaning, thenRead } = meaningOf(code, status, position);
  return { verdict: verdictOfMeaning(meaning, code, isBound), thenRead };
}

/**
 * A read of an order settles nothing by being refused, but for a bound 404, which may prove that nothing was bought.
 */
function interpretReadRefusal({
  problemCode: code,
  status,
  createdAtSeconds,
  isBoundToPath,
}: VerifiedAnswer): Interpretation {
  const isNotFound = status === 404 && code === 'resource_not_found' && isBoundToPath && createdAtSeconds !== null;
  return only(isNotFound ? { outcome: 'notFound', createdAtSeconds } : { outcome: 'nothing', code });
}

/**
 * A refusal counts for this request only where it is bound to it: one that was given to another says nothing of this
 * one.
 */
function verdictOfMeaning(meaning: Meaning, code: string | null, isBound: boolean): Verdict {
  switch (meaning) {
    case 'refused':
      return isBound
        ? { outcome: 'refused', code: code ?? '' }
        : { outcome: 'attention', reason: 'refusal_not_bound', code };
    case 'blocked':
    case 'waiting':
      return isBound ? { outcome: meaning, code: code ?? '' } : { outcome: 'unknown', code };
    case 'settling':
      return { outcome: 'settling', code: code ?? '' };
    case 'unknown':
      return { outcome: 'unknown', code };
    case 'attention':
      return {
        outcome: 'attention',
        reason: code === 'idempotency_conflict' ? conflictReason : 'unexpected_refusal',
        code,
      };
    case 'stays':
      return { outcome: 'nothing', code };
  }
}

function only(verdict: Verdict): Interpretation {
  return { verdict, thenRead: false };
}

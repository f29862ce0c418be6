import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { OperationId } from '../../core/ids.ts';
import { ok, type Result } from '../../core/result.ts';
import type { Pacing } from '../../exchange/pacing.ts';
import { readOperation } from '../../exchange/read.ts';
import type { PartnerSession } from '../../exchange/session.ts';
import { readOrder, type OrderBody } from '../../partner-api/operations/order.ts';
import type { There } from '../machine/compare.ts';

/** The service's word, and whether it lets it be kept. */
export interface SaidThere {
  readonly there: There;
  readonly mayKeep: boolean;
}

/** What the service says of an order that has its result here. Nothing of it reaches the journal. */
export async function readThere(session: PartnerSession, operationId: OperationId, paced: Pacing): Promise<SaidThere> {
  let mayKeep = true;
  const read: Result<OrderBody, Failure> = await paced(async () => {
    const parameters = { operationId };
    const found = await readOperation(session, { operation: 'getPartnerOrder', parameters }, readOrder);
    if (!found.ok) return found;
    mayKeep = !found.value.noStore;
    return ok(found.value.value);
  });
  if (read.ok) return { there: thereOf(operationId, read.value), mayKeep };
  const { error } = read;
  const there: There = error.code === 'resource_not_found' ? { kind: 'absent' } : { kind: 'unread', failure: error };
  return { there, mayKeep };
}

/** An order in an answer; one that names another operation says nothing of this one. */
export function thereOf(operationId: OperationId, body: OrderBody): There {
  const { operationId: named, status, walletId, cardId, quantity, total } = body;
  if (named !== operationId) return { kind: 'unread', failure: { code: 'answer_unreadable' } };
  return {
    kind: 'order',
    order: {
      status,
      ...(walletId === undefined ? {} : { walletId }),
      ...(cardId === undefined ? {} : { cardId }),
      ...(quantity === undefined ? {} : { quantity }),
      ...(total === undefined ? {} : { total: { amount: total.amount, currency: total.currency } }),
    },
  };
}

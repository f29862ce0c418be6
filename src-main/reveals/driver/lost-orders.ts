import type { Failure, FailureCode } from '../../../src-shared/contract/codes.ts';
import type { OperationId } from '../../core/ids.ts';
import { ok, type Result } from '../../core/result.ts';
import { readOperation } from '../../exchange/read.ts';
import type { PartnerSession } from '../../exchange/session.ts';
import type { Journal } from '../../journal/journal.ts';
import { readOrder } from '../../partner-api/operations/order.ts';
import { revealEvent } from '../machine/events.ts';
import type { LostOrder } from '../machine/findings.ts';
import { lostOrderIds } from '../records/losses.ts';
import { rowOfReveal } from '../records/stored-events.ts';

/**
 * Reads each order whose intent was lost at the service once, and keeps what it says. Fails only where that cannot be
 * written down.
 */
export async function readLostOrders(
  session: PartnerSession,
  journal: Pick<Journal, 'events' | 'append'>,
): Promise<Result<readonly LostOrder[], Failure>> {
  const found: LostOrder[] = [];
  for (const lostId of lostOrderIds(journal)) {
    const order = await readLost(session, lostId);
    const { operationId, ...body } = order;
    const kept = journal.append(rowOfReveal(revealEvent(operationId, 'lost-order-read', body)));
    if (!kept.ok) return kept;
    found.push(order);
  }
  return ok(found);
}

async function readLost(session: PartnerSession, operationId: OperationId): Promise<LostOrder> {
  const nothing = { operationId, invoiceId: null, walletId: null, cardId: null, quantity: null };
  const read = await readOperation(session, { operation: 'getPartnerOrder', parameters: { operationId } }, readOrder);
  if (!read.ok) return { ...nothing, standing: read.error.code satisfies FailureCode };
  const {
    operationId: named,
    status,
    invoiceId = null,
    walletId = null,
    cardId = null,
    quantity = null,
  } = read.value.value;
  if (named !== operationId) return { ...nothing, standing: 'answer_unreadable' satisfies FailureCode };
  return { operationId, standing: status, invoiceId, walletId, cardId, quantity };
}

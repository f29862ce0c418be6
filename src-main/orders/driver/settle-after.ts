import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { OperationId } from '../../core/ids.ts';
import type { Result } from '../../core/result.ts';
import type { Order } from '../machine/order.ts';
import { knownReadOf, needsEvidence } from '../machine/settling.ts';
import type { OrderCall } from '../machine/verdict.ts';
import type { DriverContext } from '../records/context.ts';
import { isCopySuspected } from '../records/copies.ts';
import { dispatch, wouldReadOther } from '../records/dispatch.ts';

/**
 * What follows from an attempt that is over; where the machine wants another order of ours read first, that is done.
 */
export async function settleAfter(
  context: DriverContext,
  id: OperationId,
  order: Order,
  call: OrderCall,
  readOther: (id: OperationId) => Promise<Result<Order, Failure>>,
): Promise<Result<Order, Failure>> {
  const { session, journal, records } = context;
  if (!needsEvidence(order, call, session.clock.nowMs()))
    return dispatch(context, id, { kind: 'attemptOver', evidence: null });
  const unread = { isCopySuspected: isCopySuspected(journal), known: 'unread' } as const;
  if (!wouldReadOther(context, id, order, unread))
    return dispatch(context, id, { kind: 'attemptOver', evidence: unread });
  const other = records.knownBeside(id, order, session.signingKey);
  const read = other === null ? null : await readOther(other);
  const known = other === null ? 'none' : read?.ok === true ? knownReadOf(other, read.value) : null;
  return dispatch(context, id, { kind: 'attemptOver', evidence: { ...unread, known } });
}

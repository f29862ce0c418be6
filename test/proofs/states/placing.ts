import { amount, cardId, otherOperationId, walletId } from './names.ts';
import { decidePlacing, isFinal, stateOf } from './under-proof.ts';
import { nowMs, type World } from './world.ts';

/** Whether the machine takes the same sale on again beside an order, or in its place. */
export function isTakenOnAgain(world: World, how: 'sellsAgain' | 'triesAgain'): boolean {
  const { id, order, backup } = world;
  const now = nowMs(world);
  const isOver = isFinal(stateOf(order, now));
  const isUnshown = order.completed !== null && order.timesCodesOut === 0;
  const isReplacing = how === 'triesAgain';
  const sale = {
    walletId,
    cardId,
    quantity: 1,
    expectedUnitPrice: { amount, currency: 'KWD' },
    useAllowedDebt: false,
    ...(isReplacing ? { replaces: id } : {}),
  };
  const placing = decidePlacing(otherOperationId, sale, {
    nowMs: now,
    existing: null,
    // Whoever restored them has reconciled them by now; a copy cannot be made of a copy.
    areRecordsOwn: backup === null,
    predecessors: isReplacing ? [{ operationId: id, order }] : [],
    // What is tried in its place may be for another quantity, and then it is no twin.
    twins: isReplacing
      ? { pending: null, unshown: null }
      : { pending: isOver ? null : id, unshown: isUnshown ? id : null },
    besidesPending: false,
    scopes: ['cards:read', 'cards:reveal'],
    terms: { maximumQuantity: 100, countersignedJournal: false },
    pinned: { ...order.intent.pinned, idempotencyKey: otherOperationId },
  });
  return placing.ok && placing.value.kind === 'new';
}

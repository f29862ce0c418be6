import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { OperationId } from '../../core/ids.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { NewSale } from '../machine/intent.ts';
import type { Order } from '../machine/order.ts';
import { decidePlacing, type Surroundings } from '../machine/placing.ts';
import type { DriverContext } from './context.ts';
import { beforeIntent } from './steps.ts';
import { pinnedOf } from './terms.ts';

/** Records the intent of a new operation, or gives the one that has this id. */
export function place(
  context: DriverContext,
  operationId: OperationId,
  sale: NewSale,
  { besidesPending }: { readonly besidesPending: boolean },
): Result<Order, Failure> {
  const { session, journal, records, step } = context;
  const key = session.signingKey();
  if (key === null) return err({ code: 'not_enrolled' });
  const existing = records.find(operationId);
  // What can only be read is said before what stands against the sale.
  const trouble = existing === null ? journal.trouble() : null;
  if (trouble !== null) return err(trouble);
  const placing = decidePlacing(operationId, sale, {
    nowMs: session.clock.nowMs(),
    existing,
    areRecordsOwn: journal.copyStatus() === 'own',
    predecessors: predecessorsOf(records, sale.replaces),
    twins: besidesPending
      ? { pending: null, unshown: null }
      : { pending: records.pendingLike(sale)[0] ?? null, unshown: records.unshown(sale) },
    mayRevealCards: mayRevealCards(context.scopes() ?? []),
    terms: session.profile,
    pinned: pinnedOf(operationId, sale.walletId, session.profile, key.keyId),
  });
  if (!placing.ok) return placing;
  if (placing.value.kind === 'known') return ok(placing.value.order);
  const { eventsAfter } = placing.value;
  step(beforeIntent);
  // The head that the body carries is the one that this very event follows.
  const recorded = journal.transaction((tx) => {
    const [intended, ...others] = eventsAfter(journal.head().hash);
    const order = records.recordIn(tx, operationId, [intended]);
    for (const event of others) records.recordIn(tx, event.subject, [event]);
    return order;
  });
  if (!recorded.ok) return err({ ...recorded.error, operationId });
  [operationId, sale.replaces].forEach((changed) => changed !== undefined && records.changed(changed));
  step('intent-recorded');
  return recorded;
}

function mayRevealCards(granted: readonly string[]): boolean {
  return granted.includes('cards:read') && granted.includes('cards:reveal');
}

function predecessorsOf(
  records: DriverContext['records'],
  replaced: OperationId | undefined,
): Surroundings['predecessors'] {
  const found: { readonly operationId: OperationId; readonly order: Order | null }[] = [];
  for (let operationId = replaced ?? null; operationId !== null;) {
    const order = records.find(operationId);
    found.push({ operationId, order });
    operationId = order?.replacedBy ?? null;
  }
  return found;
}

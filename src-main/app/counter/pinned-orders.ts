import type { OperationId } from '../../core/ids.ts';
import type { EnrolmentOptions } from '../../enrolment/driver/context.ts';
import type { Journal } from '../../journal/journal.ts';
import type { OrderRecords } from '../../orders/records/order-records.ts';

interface Records {
  readonly journal: Pick<Journal, 'projected'>;
  readonly records: Pick<OrderRecords, 'find' | 'unfinished'>;
}

/** The orders that are pinned to a key and not settled. */
export function pinnedOrders({ journal, records }: Records): Pick<EnrolmentOptions, 'pendingOrders' | 'isPinnedTo'> {
  const foundLast = new Map<string, OperationId>();
  const isPinned = (operationId: OperationId, keyId: string): boolean =>
    records.find(operationId)?.intent.pinned.keyId === keyId;
  const isUnfinished = (operationId: OperationId): boolean => {
    const row = journal.projected(operationId);
    return row !== null && (row.pending || row.nextAttemptAtMs !== null);
  };
  return {
    pendingOrders: (keyId) => records.unfinished().filter((operationId) => isPinned(operationId, keyId)).length,
    isPinnedTo: (keyId) => {
      const known = foundLast.get(keyId);
      if (known !== undefined && isUnfinished(known)) return true;
      // The oldest go on first, so that the newest is one for longest.
      const found = records.unfinished().findLast((operationId) => isPinned(operationId, keyId));
      if (found !== undefined) foundLast.set(keyId, found);
      return found !== undefined;
    },
  };
}

import { isUuid, type OperationId } from '../../core/ids.ts';
import { copyStatusReconciledKind } from '../../journal/copy-status.ts';
import { lossesIn, salvagedKind, type Missing } from '../../journal/gaps.ts';
import type { Journal } from '../../journal/journal.ts';

/** What salvages lost since these records were last known to be the one copy; null where there was none. */
export function openLosses(journal: Pick<Journal, 'events'>): readonly Missing[] | null {
  const reconciledSeq = journal.events({ kind: copyStatusReconciledKind }).at(-1)?.seq ?? 0;
  const salvages = journal.events({ kind: salvagedKind, afterSeq: reconciledSeq });
  return salvages.length === 0 ? null : lossesIn(salvages).missing;
}

/** The operations whose intent was lost, and that nothing here can say anything of. */
export function lostOrderIds(journal: Pick<Journal, 'events'>): readonly OperationId[] {
  const { missing } = lossesIn(journal.events({ kind: salvagedKind }));
  const ids = missing.filter(({ what }) => what === 'intent').map(({ operationId }) => operationId);
  return [...new Set(ids)].filter((id): id is OperationId => isUuid<OperationId>(id));
}

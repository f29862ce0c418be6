import type { OperationId } from '../../core/ids.ts';
import { JournalUnavailable } from '../../journal/journal-failure.ts';
import type { Journal } from '../../journal/journal.ts';
import { isProofOfCopy, readOnlySince, type CopyEvidence } from '../machine/decide.ts';
import type { OrderContext } from './context.ts';

type Records = Pick<OrderContext, 'journal' | 'records'>;

/**
 * The service says what another copy of these records would explain. It is no proof: sales go on, but no "not found"
 * counts.
 */
export const copySuspectedKind = 'copy-suspected';
/** What a check of the owned cards ends with (`src-main/reveals/machine/events.ts`). */
export const ownedCardsReconciledKind = 'owned-cards-reconciled';

/** For whoever looks into it: only that it is there decides anything. */
type Suspicion = { readonly evidence: Exclude<CopyEvidence, 'order_never_sent'>; readonly operationId: OperationId };

/**
 * Records that were restored or copied send nothing for what was pending in them (design, "Copies and restores"):
 * another copy may have sent it, or may still. Each such order is asked about, and sent again only once the service
 * showed it.
 */
export function makePendingReadOnly({ journal, records }: Records): void {
  const { boundarySeq } = journal.copyFacts();
  if (boundarySeq === 0) return;
  for (const operationId of records.unfinished()) {
    const order = records.find(operationId);
    const events =
      order === null || !journal.isSettleOnly(operationId) ? [] : readOnlySince(operationId, order, boundarySeq);
    if (events.length === 0) continue;
    const recorded = records.record(operationId, events);
    // What cannot be written down would be sent: nothing goes on from here.
    if (!recorded.ok) throw new JournalUnavailable(recorded.error);
  }
}

/** Writes the evidence down before the answer that gave it is recorded. */
export function suspectCopy(records: Records, operationId: OperationId, evidence: CopyEvidence): void {
  const { journal } = records;
  const written = isProofOfCopy(evidence)
    ? journal.changeCopyStatus('copied', [evidence])
    : journal.append({ subject: '', kind: copySuspectedKind, body: { evidence, operationId } satisfies Suspicion });
  if (!written.ok) throw new JournalUnavailable(written.error);
  makePendingReadOnly(records);
}

/** Whether anything since the last reconciling says that these records are not the one and latest copy. */
export function isCopySuspected(journal: Pick<Journal, 'copyStatus' | 'events'>): boolean {
  if (journal.copyStatus() !== 'own') return true;
  const reconciledSeq = journal.events({ kind: ownedCardsReconciledKind }).at(-1)?.seq ?? 0;
  return journal.events({ kind: copySuspectedKind, afterSeq: reconciledSeq, limit: 1 }).length > 0;
}

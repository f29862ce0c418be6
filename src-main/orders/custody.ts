import { JournalUnavailable } from '../journal/journal-failure.ts';
import type { Journal } from '../journal/journal.ts';
import type { AttemptContext } from './context.ts';
import { orderEvent } from './machine/events.ts';
import type { Order } from './machine/order.ts';
import type { OrderCall, Verdict } from './machine/verdict.ts';

type Records = Pick<AttemptContext, 'journal' | 'book'>;

/** The service says what another copy of these records would explain. It is no proof: sales go on, but no "not found" counts. */
export const copySuspectedKind = 'copy-suspected';
export const ownedCardsReconciledKind = 'owned-cards-reconciled';

/**
 * Records that were restored or copied send nothing for what was pending in them (design, "Copies and restores"): another
 * copy may have sent it, or may still. Each such order is asked about, and sent again only once the service showed it.
 */
export function holdBackPending({ journal, book }: Records): void {
  const { boundarySeq } = journal.custodyFacts();
  if (boundarySeq === 0) return;
  for (const operationId of book.unfinished()) {
    const heldBack = book.find(operationId)?.heldBack ?? null;
    if (!journal.isSettleOnly(operationId) || (heldBack?.boundarySeq ?? 0) >= boundarySeq) continue;
    const recorded = book.record(operationId, [orderEvent(operationId, 'order-held-back', { boundarySeq })]);
    // What cannot be written down would be sent: nothing goes on from here.
    if (!recorded.ok) throw new JournalUnavailable(recorded.error);
  }
}

export type CopyEvidence = 'order_never_sent' | 'answer_replayed';

/** What an answer shows that these records cannot explain; null where they can. */
export function evidenceOfCopy(facts: Order, call: OrderCall, verdict: Verdict): CopyEvidence | null {
  const sent = facts.attempts.filter((attempt) => attempt.call === 'createPartnerOrder' && attempt.ended !== 'notSent');
  const isHeld = verdict.outcome === 'completed' || verdict.outcome === 'accepted' || verdict.outcome === 'failed';
  if (facts.heldBack !== null || !isHeld) return null;
  if (call === 'getPartnerOrder') return sent.length === 0 ? 'order_never_sent' : null;
  return verdict.outcome === 'completed' && verdict.replayed && sent.length === 1 ? 'answer_replayed' : null;
}

/** Writes the evidence down before the answer that gave it is recorded. An order that was sent from elsewhere is proof of a copy. */
export function suspectCopy(records: Records, operationId: string, evidence: CopyEvidence): void {
  const { journal } = records;
  const written = evidence === 'order_never_sent'
    ? journal.changeCustody('copied', [evidence])
    : journal.append({ subject: '', kind: copySuspectedKind, body: { evidence, operationId } });
  if (!written.ok) throw new JournalUnavailable(written.error);
  holdBackPending(records);
}

/** Whether anything since the last reconciling says that these records are not the one and latest copy. */
export function isCopySuspected(journal: Pick<Journal, 'custody' | 'events'>): boolean {
  if (journal.custody() !== 'own') return true;
  const reconciledSeq = journal.events({ kind: ownedCardsReconciledKind }).at(-1)?.seq ?? 0;
  return journal.events({ kind: copySuspectedKind, afterSeq: reconciledSeq, limit: 1 }).length > 0;
}

import type { Order } from './order.ts';
import type { OrderCall, Verdict } from './verdict.ts';

export type CopyEvidence = 'order_never_sent' | 'answer_replayed';

/**
 * What an answer shows that only another copy of these records would explain; null where they can explain it
 * themselves.
 */
export function evidenceOfCopy(order: Order, call: OrderCall, verdict: Verdict): CopyEvidence | null {
  const sent = order.attempts.filter(
    (attempt) => attempt.call === 'createPartnerOrder' && attempt.progress.stage !== 'notSent',
  );
  const isHeld = verdict.outcome === 'completed' || verdict.outcome === 'accepted' || verdict.outcome === 'failed';
  if (order.heldBack !== null || !isHeld) return null;
  if (call === 'getPartnerOrder') return sent.length === 0 ? 'order_never_sent' : null;
  return verdict.outcome === 'completed' && verdict.replayed && sent.length === 1 ? 'answer_replayed' : null;
}

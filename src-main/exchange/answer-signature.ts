import type { Journal, JournalTransaction } from '../journal/journal.ts';
import type { Verified } from '../partner-api/judge.ts';

/**
 * One answer signature may decide about one subject only (design, "Bound"): an answer that is served twice proves
 * nothing the second time.
 */

/** The operation, or the subject of a reveal, that already used this answer's signature; null where none did. */
export function signatureUsedBy(journal: Pick<Journal, 'meta'>, answer: Verified): string | null {
  return journal.meta(keyOf(answer));
}

export function recordSignature(tx: JournalTransaction, answer: Verified, subject: string): void {
  tx.setMeta(keyOf(answer), subject);
}

function keyOf({ signatureSha256 }: Verified): string {
  return `answer-signature:${signatureSha256}`;
}

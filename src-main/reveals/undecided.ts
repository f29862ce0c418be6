import { z } from 'zod';
import { unverifiedReasons } from '../../src-shared/contract/codes.ts';
import type { Unbelieved } from '../exchange/unverified-quota.ts';
import type { SealedReference } from '../journal/event.ts';
import type { Journal } from '../journal/journal.ts';

/** The answer to a reveal that lies sealed and brought no codes so far. */
export interface KeptReveal extends Unbelieved {
  readonly attempt: string;
  readonly sealed: SealedReference;
}

export const failedKind = 'reveal-failed';
/** Older records do not say how many bytes they hold. */
const sealedBody = z.object({
  attempt: z.string(),
  sealed: z.object({ id: z.string(), sha256: z.string() }),
  bytes: z.int().default(0),
});
const failedBody = z.object({ attempt: z.string(), reason: z.string() });
const revealedBody = z.object({ sealed: z.object({ id: z.string() }) });

/** Sealed answers to reveals of `subject` that brought no codes and were not believed to be refusals either. */
export function undecided(journal: Pick<Journal, 'events'>, subject: string): readonly KeptReveal[] {
  const kept = new Map<string, KeptReveal>();
  for (const { kind, body } of journal.events({ subject })) {
    if (kind === 'reveal-answer-sealed') {
      const { attempt, sealed, bytes } = sealedBody.parse(body);
      kept.set(attempt, { attempt, sealed, sealedBytes: bytes, reason: null });
    } else if (kind === failedKind) {
      const { attempt, reason } = failedBody.parse(body);
      const failed = kept.get(attempt);
      if (failed !== undefined && unverifiedReasons.some((known) => known === reason))
        kept.set(attempt, { ...failed, reason });
      else kept.delete(attempt);
    } else if (kind === 'codes-revealed') {
      const { id } = revealedBody.parse(body).sealed;
      for (const { attempt, sealed } of kept.values()) if (sealed.id === id) kept.delete(attempt);
    }
  }
  return [...kept.values()];
}

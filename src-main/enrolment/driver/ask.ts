import type { Failure } from '../../../src-shared/contract/codes.ts';
import { err, type Result } from '../../core/result.ts';
import { refusalWhileResting } from '../../exchange/budget.ts';
import { exchangeOnce, type Answered } from '../../exchange/exchange-once.ts';
import { transportFailure } from '../../exchange/read.ts';
import type { PartnerSession } from '../../exchange/session.ts';
import { diagnosticBody } from '../../partner-api/operations/table.ts';
import type { RequestDraft } from '../../partner-api/request.ts';

/** Asks once, in its turn. While the service asked for a pause: the refusal that did. */
export async function ask(
  session: PartnerSession,
  draft: RequestDraft,
  how: { readonly unsigned?: boolean } = {},
): Promise<Result<Answered, Failure>> {
  const resting = await refusalWhileResting(session);
  if (resting !== null) return err(resting);
  const asked = await exchangeOnce(session, draft, how);
  return asked.ok ? asked : err(transportFailure(asked.error));
}

/**
 * Learns the service's time before a key is known there: the refusal of a call without a signature is bound to our
 * nonce, and that is all the clock needs. Enrolment answers carry no such value, so a wrong clock would make every one
 * of them look stale.
 */
export async function learnTimeUnsigned(session: PartnerSession): Promise<void> {
  await ask(session, { operation: 'runPartnerSignatureDiagnostic', body: diagnosticBody }, { unsigned: true });
}

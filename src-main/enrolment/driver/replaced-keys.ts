import type { Failure } from '../../../src-shared/contract/codes.ts';
import { ok, type Result } from '../../core/result.ts';
import { isIdle, mayRetire } from '../machine/replaced-key.ts';
import { hasSurelyEnded } from '../machine/validity.ts';
import { replacedEntries } from '../records/replaced-keys.ts';
import type { EnrolmentContext } from './context.ts';
import { tryKey } from './try-key.ts';

/**
 * Retires what was replaced and signs for nothing any more. Its orders are then read with the new key (design, "Pinned
 * at intent"). What cannot be written now is retired another time.
 */
export function retireIdle(context: EnrolmentContext): void {
  const { keyring, records, session, isPinnedTo } = context;
  const now = { nowMs: session.clock.nowMs(), serviceNowMs: session.serviceClock.nowMs() };
  for (const { localId, keyId } of replacedEntries(context)) {
    const isPinned = keyId !== null && isPinnedTo(keyId);
    const signs = keyring.signingKey(localId).ok;
    if (isIdle({ isPinned, signs, enrolment: records.ofKey(localId) }, now)) keyring.retire(localId);
  }
}

/** Whether a key has ended whenever staff activated it, by the service's time. */
export function isSurelyOver({ records, session }: EnrolmentContext, localId: string): boolean {
  const enrolment = records.ofKey(localId);
  return enrolment !== null && hasSurelyEnded(enrolment, session.serviceClock.nowMs());
}

/** Retires every replaced key because a person says so. Errors: `key_pending_orders`. */
export async function retireByHand(context: EnrolmentContext): Promise<Result<void, Failure>> {
  const { keyring, session } = context;
  retireIdle(context);
  for (const { localId } of replacedEntries(context)) {
    const key = keyring.signingKey(localId);
    const trial = key.ok ? await tryKey(session, key.value) : key;
    if (!trial.ok) return trial;
    const allowed = mayRetire(trial.value);
    if (!allowed.ok) return allowed;
    const retired = keyring.retire(localId);
    if (!retired.ok) return retired;
  }
  return ok(undefined);
}

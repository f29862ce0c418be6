import type { RefusalCode } from '../../src-shared/contract/codes.ts';
import type { Cause } from '../../src-shared/contract/diagnosis-codes.ts';
import { readJson } from '../partner-api/operations/json.ts';
import { readWallets } from '../partner-api/operations/wallets.ts';
import type { CheckContext } from './check-context.ts';
import { verdictOf, type Verdict } from './probe.ts';

export function refusalsOf(verdicts: readonly Verdict[]): readonly RefusalCode[] {
  return verdicts.flatMap((verdict) =>
    verdict.kind === 'accepted' && verdict.refusal !== null ? [verdict.refusal] : [],
  );
}

/** What the service closes to this counter whatever is signed. */
export function gateIn(refusals: readonly RefusalCode[]): Cause | null {
  if (refusals.includes('source_ip_not_allowed')) return 'source_ip_not_allowed';
  return refusals.includes('binding_not_authorized') || refusals.includes('account_inactive')
    ? 'access_withdrawn'
    : null;
}

/**
 * What the list of wallets alone shows: the profile is read of a closed account too ("Refusal codes per endpoint"), and
 * without a wallet nothing can be sold. Null where neither is so, or it could not be read.
 */
export async function accountCause({ counter: { session }, probes, note }: CheckContext): Promise<Cause | null> {
  const asked = await probes.try(session.profile, 'getPartnerWallets');
  if (!asked.ok || asked.value.judged.kind === 'unverified') return null;
  const { judged } = asked.value;
  const verdict = verdictOf(judged);
  if (verdict.kind !== 'accepted') return null;
  if (verdict.refusal !== null) return gateIn([verdict.refusal]);
  const { wallets: holder, cursor } = session.profile.bodies;
  const page = readWallets(readJson(judged.body), { holder, cursor });
  if (page?.items.length !== 0 || page.nextCursor !== undefined || page.skipped !== undefined) return null;
  note('walletsNone');
  return 'no_wallet';
}

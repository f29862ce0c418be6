import type { Invitation } from '../state/invitations.ts';
import type { PartnerKey } from '../state/partner-keys.ts';
import type { ServiceState } from '../state/service-state.ts';
import type { Policy } from '../state/settings.ts';
import type { Wallet } from '../state/wallets.ts';
import type { Answer } from '../wire/answers.ts';
import type { Profile } from '../wire/profile.ts';
import { refuse, type Refusal } from '../wire/refusals.ts';
import { ok, type Result } from '../wire/result.ts';
import type { SeenRequest } from '../wire/seen-request.ts';
import type { CallFaults } from './call-faults.ts';

/** One call to one operation, after everything about it has been verified. */
export interface Call {
  readonly operation: string;
  readonly params: Readonly<Record<string, string>>;
  readonly seen: SeenRequest;
  readonly cursor: string | undefined;
  readonly nowMs: number;
  readonly profile: Profile;
  readonly pathPrefix: string;
  readonly state: ServiceState;
  readonly faults: CallFaults;
  /** Does something after this call is over, unless the service stops before. */
  readonly later: (afterMs: number, action: (nowMs: number) => void) => void;
}

export interface SignedCall extends Call {
  readonly key: PartnerKey;
  readonly policy: Policy;
}

export interface EnrolmentCall extends Call {
  readonly invitation: Invitation;
}

export type CallOutcome = Result<Answer, Refusal>;

export function answerWith(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): CallOutcome {
  return ok({ status, headers, body });
}

export function paramOf(call: Call, name: string): string {
  return call.params[name] ?? '';
}

export function grantedWallet(call: Call): Result<Wallet, Refusal> {
  const wallet = call.state.wallets.find(paramOf(call, 'walletId'));
  return wallet === undefined || wallet.granted === 0 ? refuse('wallet_not_granted') : ok(wallet);
}

/** The wallet, if it may be bought from and revealed from now. */
export function usableWallet(call: Call): Result<Wallet, Refusal> {
  const wallet = grantedWallet(call);
  if (!wallet.ok || wallet.value.status === 'enabled') return wallet;
  return refuse(wallet.value.status === 'disabled' ? 'wallet_disabled' : 'wallet_expired');
}

export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

import type { OperationId, WalletId } from '../../core/ids.ts';
import { deploymentIdentity, requestSkewSeconds, type DeploymentProfile } from '../../deployment/profile.ts';
import { restingMs } from '../../exchange/resting.ts';
import type { PartnerSession } from '../../exchange/session.ts';
import { orderForm } from '../../partner-api/request.ts';
import type { Circumstances } from '../machine/circumstances.ts';
import type { IntendedOrder } from '../machine/events.ts';
import type { Terms } from '../machine/next-call.ts';
import type { NotBoughtTerms } from '../machine/not-bought.ts';
import type { Order } from '../machine/order.ts';

/** What the machine is told of the deployment, the keys and the clocks. */

/** What counts beside `order` when something is decided about it now. */
export function circumstancesOf(
  session: PartnerSession,
  operationId: OperationId,
  { intent }: Pick<Order, 'intent'>,
): Circumstances {
  const { clock, serviceClock, profile } = session;
  return {
    nowMs: clock.nowMs(),
    serviceNowMs: serviceClock.nowMs(),
    serviceOffsetMs: serviceClock.offsetMs(),
    restingMs: restingMs(session),
    jitter: jitterOf(session),
    terms: termsOf(session, operationId, intent),
    notBoughtTerms: notBoughtTermsOf(profile),
  };
}

/** What a resend of an operation would carry under the profile and key in use now. */
export function pinnedOf(
  operationId: OperationId,
  walletId: WalletId,
  profile: DeploymentProfile,
  keyId: string,
): IntendedOrder['pinned'] {
  return { deployment: deploymentIdentity(profile), ...orderForm(profile, operationId, walletId), keyId };
}

/** The larger of the two tolerances: a proof may wait longer than it must, and never less. */
export function notBoughtTermsOf(profile: DeploymentProfile): NotBoughtTerms {
  return { fence: profile.fence, maxSkewSeconds: Math.max(profile.answer.maxSkewSeconds, requestSkewSeconds(profile)) };
}

function termsOf(
  { signingKey, profile, profileHash }: PartnerSession,
  operationId: OperationId,
  { pinned, walletId }: IntendedOrder,
): Terms | null {
  const key = signingKey(pinned.keyId);
  return key === null
    ? null
    : {
        pinned: pinnedOf(operationId, walletId, profile, key.keyId),
        profileHash,
        safeResendMs: (profile.safeResendHours ?? unsaidResendHours) * 3_600_000,
      };
}

/** Where nobody said how long the service remembers an id, it is trusted with it for a day. */
const unsaidResendHours = 24;

function jitterOf({ randomness }: PartnerSession): number {
  const [byte = 0] = randomness.bytes(1);
  return byte / 255;
}

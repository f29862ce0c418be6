import { tokenMatches, type Invitation } from '../state/invitations.ts';
import { importPublicKey, jwkThumbprint, spkiThumbprint, type PublicJwk } from '../state/keys.ts';
import type { PartnerKey } from '../state/partner-keys.ts';
import { refuse, refuseField, type Refusal } from '../wire/refusals.ts';
import { ok, type Result } from '../wire/result.ts';
import { singleField } from '../wire/seen-request.ts';
import { enrollmentKeyBody, parseBody } from './bodies.ts';
import { answerWith, isoTime, paramOf, type Call, type EnrolmentCall, type CallOutcome } from './call.ts';
import { isProofOf, proofBody } from './enrolment-proof.ts';
import { parseNetwork } from './networks.ts';

const dayMs = 24 * 60 * 60 * 1000;
const noStore = { 'cache-control': 'no-store' };

/** The invitation that the token opens: `Authorization: Enrollment <token>`; a scheme has no case (RFC 9110, 11.1). */
export function authorizeEnrolment(call: Call): Result<Invitation, Refusal> {
  const invitation = call.state.invitations.find(paramOf(call, 'invitationId'));
  const token = /^Enrollment +([A-Za-z0-9_-]+)$/i.exec(singleField(call.seen, 'authorization') ?? '')?.[1];
  if (invitation === undefined || token === undefined || !tokenMatches(invitation, token))
    return refuse('invitation_invalid');
  return ok(invitation);
}

export function readEnrolment(call: EnrolmentCall): CallOutcome {
  const key = call.state.partnerKeys.ofInvitation(call.invitation.id, call.nowMs);
  const known = key === undefined ? {} : { keyId: key.id, thumbprint: shownThumbprint(call, key.jwk) };
  return answerWith(
    {
      state: stateOf(call.invitation, key, call.nowMs),
      expiresAt: isoTime(call.invitation.expiresAtMs),
      partnerId: call.state.settings.get('partnerId'),
      applicationId: call.state.settings.get('applicationId'),
      ...known,
    },
    200,
    noStore,
  );
}

/** Takes the one key of an invitation; the challenge is given here and never again. */
export function submitKey(call: EnrolmentCall): CallOutcome {
  if (isOver(call)) return refuse('invitation_invalid');
  const request = parseBody(call.seen, enrollmentKeyBody);
  if (!request.ok) return request;
  const {
    publicJwk: { kty, crv, x, y },
    notBefore,
    expiresAt,
    cidrs = [],
  } = request.value;
  const jwk = { kty, crv, x, y };
  if (importPublicKey(jwk) === undefined) return refuseField('/publicJwk', 'not_a_p256_key');
  const badNetwork = cidrs.findIndex((cidr) => parseNetwork(cidr) === undefined);
  if (badNetwork !== -1) return refuseField(`/cidrs/${badNetwork}`, 'not_a_network');
  const windowMs = Date.parse(expiresAt) - Date.parse(notBefore);
  const { minimum, maximum } = call.profile.enrolment.validDays;
  if (windowMs < minimum * dayMs || windowMs > maximum * dayMs) return refuseField('/expiresAt', 'outside_the_window');
  const key = call.state.partnerKeys.submit({
    invitationId: call.invitation.id,
    jwk,
    thumbprint: jwkThumbprint(jwk),
    windowMs,
    cidrs,
  });
  if (key === undefined) return refuse('key_duplicate');
  const { id, challenge, generation } = key;
  return answerWith(
    { keyId: id, thumbprint: shownThumbprint(call, jwk), challenge, challengeGeneration: generation },
    200,
    noStore,
  );
}

/** Accepts a proof of possession; the same proof again gets the same answer. */
export function submitProof(call: EnrolmentCall): CallOutcome {
  if (isOver(call)) return refuse('invitation_invalid');
  const proof = parseBody(call.seen, proofBody(call.profile.enrolment));
  if (!proof.ok) return proof;
  const key = call.state.partnerKeys.ofInvitation(call.invitation.id, call.nowMs);
  if (key === undefined || !isProofOf(call.profile.enrolment, key, proof.value)) return refuse('key_proof_invalid');
  call.state.partnerKeys.recordProof(key.id, call.nowMs);
  return answerWith({ status: 'awaitingActivation', keyId: key.id }, 200, noStore);
}

function stateOf(invitation: Invitation, key: PartnerKey | undefined, nowMs: number): string {
  if (invitation.revoked === 1) return 'revoked';
  if (key !== undefined && key.activatedAtMs !== null) return 'active';
  if (nowMs > invitation.expiresAtMs) return 'expired';
  if (key === undefined) return 'open';
  return key.provedAtMs === null ? 'keySubmitted' : 'awaitingActivation';
}

function isOver(call: EnrolmentCall): boolean {
  return call.invitation.revoked === 1 || call.nowMs > call.invitation.expiresAtMs;
}

function shownThumbprint(call: Call, jwk: PublicJwk): string {
  const form = call.profile.enrolment.thumbprint;
  const key = importPublicKey(jwk);
  if (form === 'rfc7638' || key === undefined) return jwkThumbprint(jwk);
  return spkiThumbprint(key, form === 'spki-sha256-hex' ? 'hex' : 'base64url');
}

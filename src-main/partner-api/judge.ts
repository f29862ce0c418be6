import type { UnverifiedReason } from '../../src-shared/contract/codes.ts';
import { sha256Base64url } from '../core/hash.ts';
import type { RawAnswer } from '../core/ports.ts';
import type { DeploymentProfile } from '../deployment/profile.ts';
import { covers, type ComponentId } from '../signatures/component.ts';
import { checkContentDigest } from '../signatures/digest.ts';
import { lowS } from '../signatures/ecdsa.ts';
import type { SignatureFault } from '../signatures/fault.ts';
import type { Verifier } from '../signatures/keys.ts';
import { fieldValue, type RequestMessage } from '../signatures/message.ts';
import { verifyMessage, type VerifiedSignature, type VerifyInput } from '../signatures/verify.ts';
import type { RequestKind } from './operations/table.ts';
import { emptyQueryOf, presentComponents } from './request.ts';
import type { ServiceClock } from './service-clock.ts';

/** An answer that the service signed over its own bytes, for our request, lately (design, law 3). */
export interface Verified {
  readonly kind: 'verified';
  readonly status: number;
  readonly body: Uint8Array;
  /** The value of a header, or null where it is absent *or not covered*: what is not signed decides nothing. */
  readonly header: (name: string) => string | null;
  /** The request components that the signature covers with `;req` (RFC 9421 section 2.4). */
  readonly bound: ReadonlySet<string>;
  /** Null where the deployment lets a signature not say it. */
  readonly createdAtSeconds: number | null;
  readonly serviceKeyId: string;
  /** SHA-256 of the signature in its low-S form: one signature may decide about one operation only. */
  readonly signatureSha256: string;
}

/** Whether its signature covers what only our request had: it answers this one and no other. */
export function isBoundToRequest({ bound }: Pick<Verified, 'bound'>): boolean {
  return bound.has('idempotency-key') || bound.has('nonce');
}

export interface Unverified {
  readonly kind: 'unverified';
  readonly reason: UnverifiedReason;
  /** The component that is not covered, with `;req` where it is one of the request. */
  readonly component?: string;
}

export type Judged = Verified | Unverified;

export interface JudgeInput {
  readonly raw: RawAnswer;
  /** The exact request that this answer is to be bound to. */
  readonly request: RequestMessage;
  /** What kind of call it answers: a deployment may sign the answers to some in another way (`answer.kinds`). */
  readonly kind: RequestKind;
  readonly profile: DeploymentProfile;
  readonly keys: (kid: string) => Verifier | undefined;
  readonly clock: ServiceClock;
  /** Monotonic readings around the exchange; absent when sealed bytes are judged again later. */
  readonly exchange?: { readonly sentAtMs: number; readonly receivedAtMs: number };
}

/** Judges raw bytes against the request they answer. Pure but for what it teaches the clock. */
export function judge(input: JudgeInput): Judged {
  const { raw, request, profile, keys } = input;
  const coding = fieldValue(raw.headers, 'content-encoding');
  if (coding !== null && coding.toLowerCase() !== 'identity') return unverified('content_coded');
  const digest = checkContentDigest(fieldValue(raw.headers, 'content-digest'), raw.body);
  const signature = verifyMessage({
    message: { kind: 'answer', status: raw.status, headers: raw.headers, request },
    keys,
    required: requiredComponents(input),
    ...signatureForms(profile),
  });
  if (!signature.ok) return unverified(reasonOf(signature.error), signature.error.component);
  if (!digest.ok) return unverified(digest.error.code === 'digest_missing' ? 'digest_missing' : 'digest_mismatch');
  const { created } = signature.value;
  if (created === null ? !isFreshByItself(input, signature.value) : !isFresh(input, signature.value, created))
    return unverified('stale');
  if (created !== null) teach(input, signature.value, created);
  return verified(raw, signature.value);
}

/** How this deployment writes the signatures of its answers, and which one counts. */
export function signatureForms(
  profile: DeploymentProfile,
): Pick<VerifyInput, 'emptyQuery' | 'encoding' | 'label' | 'tag'> {
  const { encoding, label, tag } = profile.answer;
  return {
    emptyQuery: emptyQueryOf(profile),
    encoding,
    ...(label === null ? {} : { label }),
    ...(tag === null ? {} : { tag }),
  };
}

/** Required components, those required where present, and the binding to what this request carried. */
function requiredComponents({ raw, request, kind, profile }: JudgeInput): readonly ComponentId[] {
  const { required, requiredIfPresent, binding } = profile.answer;
  const lists = profile.answer.kinds[kind];
  const ifPresent = lists?.requiredIfPresent ?? requiredIfPresent;
  const own = [...(lists?.required ?? required), ...ifPresent.filter((name) => fieldValue(raw.headers, name) !== null)];
  const carried = presentComponents(profile, lists?.binding ?? binding, request).filter(
    (name) => name.startsWith('@') || fieldValue(request.headers, name) !== null,
  );
  return [...own.map((name) => ({ name, req: false })), ...carried.map((name) => ({ name, req: true }))];
}

/**
 * An answer bound to the nonce of a request cannot be older than that request, so it is fresh by itself, also when its
 * sealed bytes are judged again. Any other must have been made within the tolerated skew of the service's time.
 */
function isFresh({ profile, clock }: JudgeInput, signature: VerifiedSignature, created: number): boolean {
  if (created > lastSecond) return false;
  if (isBoundTo(signature, 'nonce')) return true;
  const nowSeconds = clock.nowMs() / 1000;
  const skewSeconds = profile.answer.maxSkewSeconds;
  if (signature.expires !== null && nowSeconds > signature.expires + skewSeconds) return false;
  return Math.abs(nowSeconds - created) <= skewSeconds + 1;
}

/** The end of the year 9999: what is later counts no seconds, and would teach the clock nonsense. */
export const lastSecond = 253_402_300_799;

/** Where it need not say when it was made, it must be bound to something that no earlier request had. */
function isFreshByItself({ profile }: JudgeInput, signature: VerifiedSignature): boolean {
  return (
    profile.answer.created === 'optional' && (isBoundTo(signature, 'nonce') || isBoundTo(signature, 'x-service-date'))
  );
}

/** Straight from the wire, an answer bound to a nonce proves what the service's time is; any other is a hint. */
function teach({ clock, exchange }: JudgeInput, signature: VerifiedSignature, created: number): void {
  if (exchange !== undefined) {
    const { sentAtMs, receivedAtMs } = exchange;
    if (isBoundTo(signature, 'nonce')) clock.learn(created, sentAtMs, receivedAtMs);
    else clock.advise(created, sentAtMs, receivedAtMs);
  }
  clock.saw(created);
}

function isBoundTo({ covered }: VerifiedSignature, name: string): boolean {
  return covers(covered, { name, req: true });
}

function verified(raw: RawAnswer, signature: VerifiedSignature): Verified {
  return {
    kind: 'verified',
    status: raw.status,
    body: raw.body,
    header: (name) =>
      covers(signature.covered, { name: name.toLowerCase(), req: false }) ? fieldValue(raw.headers, name) : null,
    bound: new Set(signature.covered.filter(({ req }) => req).map(({ name }) => name)),
    createdAtSeconds: signature.created,
    serviceKeyId: signature.keyId,
    // ECDSA is malleable: both forms of one signature count as the same.
    signatureSha256: sha256Base64url(lowS(signature.signature)),
  };
}

function unverified(reason: UnverifiedReason, component?: string): Unverified {
  return {
    kind: 'unverified',
    reason,
    ...(component === undefined ? {} : { component: component.replaceAll('"', '') }),
  };
}

function reasonOf(fault: SignatureFault): UnverifiedReason {
  switch (fault.code) {
    case 'signature_missing':
    case 'unknown_key':
    case 'algorithm_mismatch':
    case 'signature_invalid':
      return fault.code;
    case 'component_not_covered':
      return fault.component?.endsWith(';req') === true ? 'not_bound' : 'component_not_covered';
    default:
      return 'signature_malformed';
  }
}

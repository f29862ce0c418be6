import { isSignatureError, verifySignature, type VerifiedSignature } from 'http-message-sig';
import { ok, type Result } from '../result.ts';
import { refuse, refuseField, type Refusal } from '../rules/refusals.ts';
import { contentDigest, isNonce, parseServiceDate } from './formats.ts';
import { es256Verifier } from './keys.ts';
import type { Profile, SignedKind } from './profile.ts';
import { fieldsNamed, queryOf, singleField, toDescriptor, type SeenRequest } from './seen-request.ts';
import type { KeyObject } from 'node:crypto';

export interface VerifiedRequest {
  readonly keyId: string;
  readonly nonce: string | undefined;
}

export type FindActiveKey = (keyId: string) => KeyObject | undefined;

/**
 * Verifies a signed request under the profile: exact components in their order, exact signature parameters, freshness, the digest
 * against the bytes. A replayed nonce and the key's networks and permissions are the caller's to judge.
 */
export async function verifyRequest(
  seen: SeenRequest, kind: SignedKind, profile: Profile, findActiveKey: FindActiveKey, nowMs: number,
): Promise<Result<VerifiedRequest, Refusal>> {
  const repeated = repeatedField(seen, profile.request.components[kind]);
  if (repeated !== undefined) return refuse('invalid_credentials', `the request must carry ${repeated} exactly once`);
  const stale = staleReason(seen, profile, nowMs);
  if (stale !== undefined) return refuse('invalid_credentials', stale);
  const signature = await checkSignature(seen, kind, profile, findActiveKey, nowMs);
  if (!signature.ok) return signature;
  return checkBodyAndNonce(seen, kind, profile, signature.value);
}

function repeatedField(seen: SeenRequest, components: readonly string[]): string | undefined {
  const needed = [...components.filter((name) => !name.startsWith('@')), 'signature', 'signature-input', 'x-service-date'];
  return needed.find((name) => singleField(seen, name) === undefined);
}

function staleReason(seen: SeenRequest, profile: Profile, nowMs: number): string | undefined {
  const dateMs = parseServiceDate(profile.request.serviceDate, singleField(seen, 'x-service-date') ?? '');
  if (dateMs === undefined) return 'X-Service-Date has another form';
  return Math.abs(nowMs - dateMs) > profile.answer.maxSkewSeconds * 1000 ? 'X-Service-Date is too far from the service clock' : undefined;
}

async function checkSignature(
  seen: SeenRequest, kind: SignedKind, profile: Profile, findActiveKey: FindActiveKey, nowMs: number,
): Promise<Result<VerifiedSignature, Refusal>> {
  const rules = profile.request;
  try {
    const verified = await verifySignature(toDescriptor(seen), {
      label: rules.label,
      policy: {
        algorithms: ['ecdsa-p256-sha256'],
        requiredComponents: rules.components[kind],
        requiredParameters: rules.parameters,
        now: Math.floor(nowMs / 1000),
        clockSkew: profile.answer.maxSkewSeconds,
        ...(rules.parameters.includes('created') ? { maxAge: 0 } : {}),
      },
      resolveVerifier: ({ parameters }) => {
        const key = findActiveKey(parameters.keyid ?? '');
        if (key === undefined) throw new Error('no such active key');
        return withEmptyQuery(es256Verifier(key, rules.encoding), rules.emptyQuery === '' && queryOf(seen) === '');
      },
    });
    const mismatch = shapeMismatch(verified, seen, kind, profile, nowMs);
    return mismatch === undefined ? ok(verified) : refuse('invalid_credentials', mismatch);
  } catch (error) {
    if (!isSignatureError(error)) throw error;
    return refuse('invalid_credentials', error.message);
  }
}

/** Some deployments sign an absent query as nothing instead of RFC 9421's `?` (section 2.2.7). */
function withEmptyQuery(verifier: ReturnType<typeof es256Verifier>, dropMark: boolean): ReturnType<typeof es256Verifier> {
  if (!dropMark) return verifier;
  const unmarked = (base: Uint8Array) => Buffer.from(Buffer.from(base).toString().replace(/^"@query": \?$/m, '"@query": '));
  return { algorithm: verifier.algorithm, verify: (base, signature) => verifier.verify(unmarked(base), signature) };
}

/** What http-message-sig leaves to the application (RFC 9421 section 3.2.1): nothing more, nothing less, nothing in another order. */
function shapeMismatch(
  verified: VerifiedSignature, seen: SeenRequest, kind: SignedKind, profile: Profile, nowMs: number,
): string | undefined {
  const { created, expires, nonce } = verified.parameters;
  const covered = verified.components.map(({ name, parameters }) => [name, ...Object.keys(parameters)].join(';'));
  if (covered.join(' ') !== profile.request.components[kind].join(' ')) return 'the covered components or their order differ';
  const expected = [...profile.request.parameters].sort().join(' ');
  if (Object.keys(verified.parameters).sort().join(' ') !== expected) return 'the signature parameters differ';
  if (expires !== undefined && expires < Math.floor(nowMs / 1000)) return 'the signature has expired';
  if (expires !== undefined && created !== undefined && expires - created > profile.request.expiresAfterSeconds) return 'the signature lives too long';
  const header = singleField(seen, 'nonce');
  return nonce !== undefined && header !== undefined && nonce !== header ? 'the two nonces differ' : undefined;
}

function checkBodyAndNonce(
  seen: SeenRequest, kind: SignedKind, profile: Profile, signature: VerifiedSignature,
): Result<VerifiedRequest, Refusal> {
  const keyId = signature.parameters.keyid ?? '';
  if (fieldsNamed(seen, 'content-digest').some((digest) => digest !== contentDigest(profile.request.digest, seen.body))) {
    return refuse('invalid_credentials', 'Content-Digest is not the digest of the body');
  }
  if (kind === 'safeRead') return ok({ keyId, nonce: undefined });
  const nonce = singleField(seen, 'nonce');
  if (nonce === undefined || !isNonce(profile.request.nonce, nonce)) return refuseField('/headers/nonce', 'invalid');
  if (singleField(seen, 'content-digest') === undefined) return refuseField('/headers/content-digest', 'required');
  return ok({ keyId, nonce });
}

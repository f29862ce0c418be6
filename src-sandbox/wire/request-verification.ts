import type { KeyObject } from 'node:crypto';
import { isSignatureError, verifySignature, type VerifiedSignature, type Verifier } from 'http-message-sig';
import { es256Verifier } from './es256.ts';
import { contentDigest, cursorQuery, isNonce, parseServiceDate, presentComponents, unmarkedQuery } from './formats.ts';
import type { Profile, SignedKind } from './profile.ts';
import { refuse, refuseField, type Refusal } from './refusals.ts';
import { ok, type Result } from './result.ts';
import { fieldsNamed, queryOf, singleField, toDescriptor, type SeenRequest } from './seen-request.ts';

export interface VerifiedRequest {
  readonly keyId: string;
  readonly nonce: string | undefined;
}

export type FindActiveKey = (keyId: string) => KeyObject | undefined;

/**
 * Verifies a signed request under the profile: exact components in their order, exact signature parameters, freshness,
 * the digest against the bytes. A replayed nonce and the key's networks and permissions are the caller's to judge.
 */
export async function verifyRequest(
  seen: SeenRequest,
  kind: SignedKind,
  profile: Profile,
  findActiveKey: FindActiveKey,
  nowMs: number,
): Promise<Result<VerifiedRequest, Refusal>> {
  const expected = expectedOf(seen, kind, profile);
  const fault =
    repeatedField(seen, expected.components) ?? staleReason(seen, profile, nowMs) ?? formFault(seen, kind, profile);
  if (fault !== undefined) return refuse('invalid_credentials', fault);
  const signature = await checkSignature(seen, expected, profile, findActiveKey, nowMs);
  if (!signature.ok) return signature;
  return checkBodyAndNonce(seen, kind, profile, signature.value);
}

/** What the signature of a request like this must hold: no more, no less. */
interface Expected {
  readonly components: readonly string[];
  readonly parameters: Profile['request']['parameters'];
}

function expectedOf(seen: SeenRequest, kind: SignedKind, profile: Profile): Expected {
  const { components, parameters } = profile.request;
  return {
    components: presentComponents(profile, components[kind], queryOf(seen)),
    // A read has no nonce that could be named.
    parameters: kind === 'safeRead' ? parameters.filter((name) => name !== 'nonce') : parameters,
  };
}

function repeatedField(seen: SeenRequest, components: readonly string[]): string | undefined {
  const needed = [
    ...components.filter((name) => !name.startsWith('@')),
    'signature',
    'signature-input',
    'x-service-date',
  ];
  const name = needed.find((needle) => singleField(seen, needle) === undefined);
  return name === undefined ? undefined : `the request must carry ${name} exactly once`;
}

function staleReason(seen: SeenRequest, profile: Profile, nowMs: number): string | undefined {
  const dateMs = parseServiceDate(profile.request.serviceDate, singleField(seen, 'x-service-date') ?? '');
  if (dateMs === undefined) return 'X-Service-Date has another form';
  if (dateMs - nowMs > aheadSeconds(profile) * 1000) return 'X-Service-Date lies ahead of the service clock';
  return nowMs - dateMs > oldestSeconds(profile) * 1000 ? 'X-Service-Date is too old' : undefined;
}

/** How far ahead of this service's clock a request may be dated. */
function aheadSeconds({ request, answer }: Profile): number {
  return request.maxSkewSeconds ?? answer.maxSkewSeconds;
}

/** A date that may not lie ahead at all still needs time to get here. */
function oldestSeconds(profile: Profile): number {
  return Math.max(aheadSeconds(profile), profile.fence?.maxRequestAgeSeconds ?? usualAgeSeconds);
}

const usualAgeSeconds = 60;

/** Forms in which a service that writes a request anew before it verifies would miss what was signed. */
function formFault(seen: SeenRequest, kind: SignedKind, profile: Profile): string | undefined {
  const { cursorEncoding, components, languages, bodylessContentType, emptyBodyDigest } = profile.request;
  const [[name, cursor = ''] = [], ...more] = new URLSearchParams(queryOf(seen));
  const isOneCursor = name === 'cursor' && more.length === 0;
  if (isOneCursor && queryOf(seen) !== cursorQuery(cursorEncoding, cursor))
    return 'the cursor is encoded in another form';
  const language = singleField(seen, 'accept-language') ?? '';
  const known: readonly string[] = Object.values(languages ?? {});
  if (components[kind].includes('accept-language') && !known.includes(language))
    return 'Accept-Language has another form';
  if (kind !== 'bodylessNonceMutation') return undefined;
  if ((singleField(seen, 'content-type') ?? null) !== bodylessContentType)
    return 'the Content-Type of a request without a body differs';
  return emptyBodyDigest === fieldsNamed(seen, 'content-digest').length > 0
    ? undefined
    : 'the Content-Digest of a request without a body differs';
}

async function checkSignature(
  seen: SeenRequest,
  expected: Expected,
  profile: Profile,
  findActiveKey: FindActiveKey,
  nowMs: number,
): Promise<Result<VerifiedSignature, Refusal>> {
  const rules = profile.request;
  try {
    const verified = await verifySignature(toDescriptor(seen), {
      label: rules.label,
      policy: {
        algorithms: ['ecdsa-p256-sha256'],
        requiredComponents: expected.components,
        requiredParameters: expected.parameters,
        now: Math.floor(nowMs / 1000),
        clockSkew: aheadSeconds(profile),
        ...(rules.parameters.includes('created') ? { maxAge: oldestSeconds(profile) - aheadSeconds(profile) } : {}),
      },
      resolveVerifier: ({ parameters }) => {
        const key = findActiveKey(parameters.keyid ?? '');
        if (key === undefined) throw new Error('no such active key');
        return withEmptyQuery(es256Verifier(key, rules.encoding), rules.emptyQuery === '' && queryOf(seen) === '');
      },
    });
    const mismatch = shapeMismatch(verified, seen, expected, profile, nowMs);
    return mismatch === undefined ? ok(verified) : refuse('invalid_credentials', mismatch);
  } catch (error) {
    if (!isSignatureError(error)) throw error;
    return refuse('invalid_credentials', error.message);
  }
}

function withEmptyQuery(verifier: Verifier, dropMark: boolean): Verifier {
  return dropMark
    ? { ...verifier, verify: (base, signature) => verifier.verify(unmarkedQuery(base), signature) }
    : verifier;
}

/**
 * What http-message-sig leaves to the application (RFC 9421 section 3.2.1): nothing more, nothing less, nothing in
 * another order.
 */
function shapeMismatch(
  verified: VerifiedSignature,
  seen: SeenRequest,
  expected: Expected,
  profile: Profile,
  nowMs: number,
): string | undefined {
  const { created, expires, nonce, tag } = verified.parameters;
  const covered = verified.components.map(({ name, parameters }) => [name, ...Object.keys(parameters)].join(';'));
  if (covered.join(' ') !== expected.components.join(' ')) return 'the covered components or their order differ';
  if (Object.keys(verified.parameters).sort().join(' ') !== [...expected.parameters].sort().join(' '))
    return 'the signature parameters differ';
  if (tag !== undefined && tag !== profile.request.tag) return 'the tag differs';
  if (expires !== undefined && expires < Math.floor(nowMs / 1000)) return 'the signature has expired';
  if (expires !== undefined && created !== undefined && expires - created > profile.request.expiresAfterSeconds)
    return 'the signature lives too long';
  const header = singleField(seen, 'nonce');
  return nonce !== undefined && header !== undefined && nonce !== header ? 'the two nonces differ' : undefined;
}

function checkBodyAndNonce(
  seen: SeenRequest,
  kind: SignedKind,
  profile: Profile,
  signature: VerifiedSignature,
): Result<VerifiedRequest, Refusal> {
  const keyId = signature.parameters.keyid ?? '';
  if (
    fieldsNamed(seen, 'content-digest').some((digest) => digest !== contentDigest(profile.request.digest, seen.body))
  ) {
    return refuse('invalid_credentials', 'Content-Digest is not the digest of the body');
  }
  if (kind === 'safeRead') return ok({ keyId, nonce: undefined });
  const nonce = singleField(seen, 'nonce');
  if (nonce === undefined || !isNonce(profile.request, nonce)) return refuseField('/headers/nonce', 'invalid');
  const isDigestDue = kind !== 'bodylessNonceMutation' || profile.request.emptyBodyDigest;
  if (isDigestDue && singleField(seen, 'content-digest') === undefined)
    return refuseField('/headers/content-digest', 'required');
  return ok({ keyId, nonce });
}

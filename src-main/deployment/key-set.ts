import type { Failure } from '../../src-shared/contract/codes.ts';
import { detailed } from '../../src-shared/contract/details.ts';
import type { Transport } from '../core/ports.ts';
import { err, ok, type Result } from '../core/result.ts';
import { parsePublicJwk } from '../signatures/jwk.ts';
import { jwkThumbprint, verifyingKey, type VerifyingKey } from '../signatures/keys.ts';

/** A key of a JWK set that could verify an answer. Whether it may is another question. */
export interface SetKey {
  readonly kid: string;
  /** RFC 7638. */
  readonly thumbprint: string;
  readonly key: VerifyingKey;
}

const keySetMaxBytes = 262_144;
const keySetWaitMs = 15_000;
const maximumKeys = 100;
/** What the `keyid` of a signature can name (RFC 9421 section 2.3, RFC 8941 section 3.3.3). */
const kidPattern = /^[\x20-\x7e]{1,200}$/;

/**
 * Reads the set at an address. It is not signed, and nothing in it is trusted for having come. A redirection is no
 * answer.
 */
export async function fetchKeySet(url: string, transport: Transport): Promise<Result<readonly SetKey[], Failure>> {
  const answer = await transport.exchange(
    {
      method: 'GET',
      url,
      headers: [
        ['Accept', 'application/json'],
        ['Accept-Encoding', 'identity'],
      ],
      body: null,
    },
    { waitMs: keySetWaitMs, maxBytes: keySetMaxBytes },
  );
  if (!answer.ok) return err({ code: answer.error.code === 'not_sent' ? 'service_unreachable' : answer.error.code });
  const { status, body } = answer.value;
  const document = status === 200 ? parseJson(body) : null;
  return isKeySet(document)
    ? ok(usableKeys(document))
    : err({ ...detailed('answer_unreadable', 'key_set'), httpStatus: status });
}

/** The usable P-256 signing keys of a JWK set, in order; others are ignored (RFC 7517 section 5). */
export function usableKeys(document: unknown): readonly SetKey[] {
  if (!isKeySet(document)) return [];
  return document.keys.slice(0, maximumKeys).flatMap((member) => {
    const { kid, use } = namesOf(member);
    const jwk = parsePublicJwk(member);
    if (kid === null || !kidPattern.test(kid) || (use !== null && use !== 'sig') || !jwk.ok) return [];
    return [{ kid, thumbprint: jwkThumbprint(jwk.value), key: verifyingKey(kid, jwk.value) }];
  });
}

/** Those that alone have their name: of two under one `kid` neither is trusted. */
export function namedOnce(keys: readonly SetKey[]): readonly SetKey[] {
  return keys.filter(({ kid }) => keys.filter((other) => other.kid === kid).length === 1);
}

function isKeySet(document: unknown): document is { readonly keys: readonly unknown[] } {
  return typeof document === 'object' && document !== null && 'keys' in document && Array.isArray(document.keys);
}

function namesOf(member: unknown): { readonly kid: string | null; readonly use: string | null } {
  if (typeof member !== 'object' || member === null) return { kid: null, use: null };
  return {
    kid: 'kid' in member && typeof member.kid === 'string' ? member.kid : null,
    use: 'use' in member && typeof member.use === 'string' ? member.use : null,
  };
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return null;
  }
}

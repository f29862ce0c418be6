import { hash } from 'node:crypto';
import { readDictionary } from './dictionary.ts';
import { type SignatureResult, refuse, succeed } from './fault.ts';

/** The two algorithms RFC 9530 section 5 calls active. */
export type DigestAlgorithm = 'sha-256' | 'sha-512';

const NODE_HASHES: Readonly<Record<DigestAlgorithm, string>> = { 'sha-256': 'sha256', 'sha-512': 'sha512' };
const ALGORITHMS: readonly DigestAlgorithm[] = ['sha-256', 'sha-512'];

/** The value of a `Content-Digest` header for these body bytes (RFC 9530 section 2). */
export function contentDigest(body: Uint8Array, algorithm: DigestAlgorithm): string {
  return `${algorithm}=:${hash(NODE_HASHES[algorithm], body, 'base64')}:`;
}

/**
 * Compares a received `Content-Digest` with the body bytes as they came. Every digest we can compute must agree; one
 * of another algorithm is ignored, but cannot stand alone. The value names what was compared.
 */
export function checkContentDigest(
  headerValue: string | null | undefined,
  body: Uint8Array,
): SignatureResult<readonly DigestAlgorithm[]> {
  if (headerValue === null || headerValue === undefined || headerValue.trim() === '') return refuse('digest_missing');
  // As we would write it ourselves, and nothing beside it.
  if (headerValue.startsWith('sha-256=:') && headerValue === contentDigest(body, 'sha-256'))
    return succeed(['sha-256']);
  const reading = readDictionary(headerValue);
  if (!reading.ok) return refuse(reading.reason === 'duplicate' ? 'digest_duplicate' : 'digest_malformed');
  const compared: DigestAlgorithm[] = [];
  for (const algorithm of ALGORITHMS) {
    const member = reading.members.get(algorithm);
    if (member === undefined) continue;
    const [value] = member;
    if (!(value instanceof ArrayBuffer)) return refuse('digest_malformed');
    if (!digestOf(body, algorithm).equals(new Uint8Array(value))) return refuse('digest_mismatch');
    compared.push(algorithm);
  }
  return compared.length === 0 ? refuse('digest_unsupported') : succeed(compared);
}

function digestOf(body: Uint8Array, algorithm: DigestAlgorithm): Buffer {
  return hash(NODE_HASHES[algorithm], body, 'buffer');
}

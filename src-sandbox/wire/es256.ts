import { sign, verify, type KeyObject } from 'node:crypto';
import type { SignerSync, Verifier } from 'http-message-sig';

export type SignatureEncoding = 'p1363' | 'der';

const algorithm = 'ecdsa-p256-sha256';

function dsaEncoding(encoding: SignatureEncoding): 'ieee-p1363' | 'der' {
  return encoding === 'p1363' ? 'ieee-p1363' : 'der';
}

/** ES256 for http-message-sig, which brings no ECDSA of its own. */
export function es256Signer(key: KeyObject, encoding: SignatureEncoding): SignerSync {
  return { algorithm, sign: (data) => sign('sha256', data, { key, dsaEncoding: dsaEncoding(encoding) }) };
}

export function es256Verifier(key: KeyObject, encoding: SignatureEncoding): Verifier {
  return { algorithm, verify: (data, signature) => verifyEs256(key, encoding, data, signature) };
}

export function verifyEs256(
  key: KeyObject,
  encoding: SignatureEncoding,
  data: Uint8Array,
  signature: Uint8Array,
): boolean {
  return verify('sha256', data, { key, dsaEncoding: dsaEncoding(encoding) }, signature);
}

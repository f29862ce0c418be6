import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import type { ComponentId } from '../../../src-main/signatures/component.ts';
import { generatePrivateKey, publicHalf } from '../../../src-main/signatures/keys.ts';
import { seededRandom } from '../../proofs/mutations/random.ts';
import type { Draft, Exchange } from './draft.ts';

/** The two fields of a signature. */
export interface SignatureFields {
  readonly signatureInput: string;
  readonly signature: string;
}

/** An implementation of RFC 9421, as the check uses it: a refusal is null or false, whatever it is thrown as. */
export interface Party {
  readonly name: string;
  sign(draft: Draft): Promise<SignatureFields | null>;
  verify(
    received: Exchange,
    asked: { readonly label: string; readonly required: readonly ComponentId[] },
  ): Promise<boolean>;
}

export const keyId = 'key-1';
export const algorithm = 'ecdsa-p256-sha256';

/** One key for all, so that every signature can be verified by everyone. It is known under two names. */
const random = seededRandom(1, 'key of the cross-check');
export const privateJwk = generatePrivateKey((length) => random.bytes(length));
export const otherKeyId = 'key-2';
export const privateKey = createPrivateKey({ key: { ...privateJwk }, format: 'jwk' });
export const publicKey = createPublicKey({ key: { ...publicHalf(privateJwk) }, format: 'jwk' });

/** r||s by the platform, for libraries that bring no ECDSA of their own. */
export function platformSignature(data: Uint8Array): Uint8Array {
  return Uint8Array.from(sign('sha256', data, { key: privateKey, dsaEncoding: 'ieee-p1363' }));
}

/** What it gives, or `refused` where it throws: libraries refuse by throwing. */
export async function orRefused<T>(attempt: () => Promise<T>, refused: T): Promise<T> {
  try {
    return await attempt();
  } catch {
    return refused;
  }
}

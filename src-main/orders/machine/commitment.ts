import { sha256Base64url } from '../../core/hash.ts';

/** What of an order its event commits to without showing it. */
export type CommittedPart = 'body' | 'reference';

/** As long as the digest: nobody who sees the commitment can try texts against it. */
export const saltBytes = 32;

/**
 * SHA-256 of a label, a NUL, the salt and the exact UTF-8 bytes, base64url. Whoever is given salt and text can compare
 * them with the chain; without the salt the commitment tells nothing.
 */
export function commitmentTo(part: CommittedPart, salt: Uint8Array, text: string): string {
  return sha256Base64url(Buffer.concat([Buffer.from(`counterfoil order ${part} 1\0`), salt, Buffer.from(text)]));
}

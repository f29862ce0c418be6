import { createHash } from 'node:crypto';

/** SHA-256 of bytes or UTF-8 text, base64url without padding: 43 characters. */
export function sha256Base64url(data: Uint8Array | string): string {
  return createHash('sha256').update(data).digest('base64url');
}

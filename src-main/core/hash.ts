import { hash } from 'node:crypto';

export function sha256(data: Uint8Array | string): Uint8Array {
  return new Uint8Array(hash('sha256', data, 'buffer'));
}

/** SHA-256 of bytes or UTF-8 text, base64url without padding: 43 characters. */
export function sha256Base64url(data: Uint8Array | string): string {
  return Buffer.from(sha256(data)).toString('base64url');
}

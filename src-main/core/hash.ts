import { createHash, hash } from 'node:crypto';

export function sha256(data: Uint8Array | string): Uint8Array {
  return new Uint8Array(hash('sha256', data, 'buffer'));
}

/** SHA-256 of bytes or UTF-8 text, base64url without padding: 43 characters. */
export function sha256Base64url(data: Uint8Array | string): string {
  return hash('sha256', data, 'base64url');
}

/** The same in lower-case hexadecimal digits. */
export function sha256Hex(data: Uint8Array | string): string {
  return hash('sha256', data, 'hex');
}

/** The SHA-256 of bytes that come in parts. */
export interface RunningSha256 {
  add(bytes: Uint8Array): void;
  /** In lower-case hexadecimal digits, as lists of checksums have it. Ends the sum. */
  hex(): string;
}

export function runningSha256(): RunningSha256 {
  const sum = createHash('sha256');
  return { add: (bytes) => void sum.update(bytes), hex: () => sum.digest('hex') };
}

import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { Randomness } from '../core/ports.ts';

/** The first byte of everything this file seals: AES-256-GCM, 96-bit random IV, 128-bit tag. */
const version = 1;
const ivBytes = 12;
const tagBytes = 16;

export const keyBytes = 32;

/**
 * Seals `plaintext` as version, IV, ciphertext, tag. `context` is authenticated and not kept: opening needs the same
 * one.
 */
export function encrypt(
  key: Uint8Array | KeyObject,
  context: string,
  plaintext: Uint8Array,
  randomness: Randomness,
): Uint8Array {
  const iv = randomness.bytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes });
  cipher.setAAD(contextBytes(context));
  return new Uint8Array(
    Buffer.concat([Uint8Array.of(version), iv, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]),
  );
}

/**
 * The plaintext, in memory that nothing else shares, or null where the key, the context or any byte is not what it was.
 */
export function decrypt(key: Uint8Array | KeyObject, context: string, sealed: Uint8Array): Uint8Array | null {
  if (sealed[0] !== version) return null;
  const iv = sealed.subarray(1, 1 + ivBytes);
  const tagAt = sealed.length - tagBytes;
  let plaintext: Buffer | null = null;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes });
    decipher.setAAD(contextBytes(context));
    decipher.setAuthTag(sealed.subarray(tagAt));
    plaintext = decipher.update(sealed.subarray(1 + ivBytes, tagAt));
    decipher.final();
    return new Uint8Array(plaintext.buffer, plaintext.byteOffset, plaintext.length);
  } catch {
    // Until the tag fits, nothing that was opened may be used.
    plaintext?.fill(0);
    return null;
  }
}

/** A key that is derived from `key` for this purpose alone (RFC 5869), so that neither use tells of the other. */
export function digestKey(key: Uint8Array, purpose: string): KeyObject {
  const derived = new Uint8Array(hkdfSync('sha256', key, '', `counterfoil digest ${version} ${purpose}`, keyBytes));
  const imported = createSecretKey(derived);
  derived.fill(0);
  return imported;
}

/** HMAC-SHA-256 of `text` under a key of `digestKey`. */
export function digest(key: KeyObject, text: string): Uint8Array {
  return new Uint8Array(createHmac('sha256', key).update(text).digest());
}

function contextBytes(context: string): Uint8Array {
  return Buffer.from(`counterfoil sealed ${version} ${context}`);
}

import type { Failure } from '../../src-shared/contract/codes.ts';
import { err, ok, type Result } from '../core/result.ts';
import { parsePrivateJwk, signingKey, verifyingKey, type PrivateJwk, type SigningKey } from '../signatures/keys.ts';
import type { Vault } from '../vault/vault.ts';
import type { StoredKey } from './entry.ts';

/** Seals a private key under the name of its entry, so that a swapped record does not open. */
export function sealPrivateKey(vault: Vault, localId: string, jwk: PrivateJwk): StoredKey['sealedPrivateKey'] {
  const bytes = new TextEncoder().encode(JSON.stringify(jwk));
  try {
    const record = vault.seal(identityOf(localId), bytes);
    return { ciphertext: toText(record.ciphertext), wrappedKey: toText(record.wrappedKey) };
  } finally {
    bytes.fill(0);
  }
}

/** The entry's key, ready to sign. Fails where it does not unseal or is not the key that the entry shows. */
export function openSealedKey(vault: Vault, stored: StoredKey): Result<SigningKey, Failure> {
  const { ciphertext, wrappedKey } = stored.sealedPrivateKey;
  const opened = vault.unseal(identityOf(stored.localId), {
    ciphertext: fromText(ciphertext),
    wrappedKey: fromText(wrappedKey),
  });
  if (!opened.ok) return err({ ...opened.error, detail: 'key_unreadable' });
  const jwk = privateJwkIn(opened.value);
  opened.value.fill(0);
  if (jwk?.x !== stored.publicJwk.x || jwk.y !== stored.publicJwk.y)
    return err({ code: 'seal_failed', detail: 'key_unreadable' });
  return ok(signingKey(stored.keyId ?? stored.localId, jwk));
}

/** Signs a probe with the key and verifies it with the public half that the entry shows. */
export function testSign(stored: StoredKey, key: SigningKey): boolean {
  const probe = `test signature of ${stored.localId}`;
  return verifyingKey(stored.localId, stored.publicJwk).verify(probe, key.sign(probe));
}

function privateJwkIn(bytes: Uint8Array): PrivateJwk | null {
  try {
    const parsed = parsePrivateJwk(JSON.parse(new TextDecoder().decode(bytes)));
    return parsed.ok ? parsed.value : null;
  } catch {
    return null;
  }
}

function identityOf(localId: string): string {
  return `key:${localId}`;
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}

function fromText(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, 'base64url'));
}

import type { StaffId } from '../core/ids.ts';
import type { Randomness } from '../core/ports.ts';
import { sameDigest, slowDigest, slowDigestLog2N } from '../vault/slow-digest.ts';
import type { Vault } from '../vault/vault.ts';
import type { StoredPerson } from './staff-file.ts';

type StoredPin = StoredPerson['pin'];

interface Ports {
  readonly vault: Vault;
  readonly randomness: Randomness;
  readonly pinLog2N?: number;
}

const saltBytes = 16;
const identityOf = (id: StaffId): string => `staff-pin:${id}`;

/**
 * What is kept of a PIN: scrypt over a digest under the data key, so that the file alone is nothing to guess against.
 */
export async function storedPin(
  { vault, randomness, pinLog2N = slowDigestLog2N }: Ports,
  id: StaffId,
  pin: string,
): Promise<StoredPin> {
  const salt = randomness.bytes(saltBytes);
  const digest = await slowDigest(pepperedPin(vault, id, pin), salt, pinLog2N);
  const { ciphertext, wrappedKey } = vault.seal(identityOf(id), digest);
  return { log2N: pinLog2N, salt: text(salt), ciphertext: text(ciphertext), wrappedKey: text(wrappedKey) };
}

/** Whether this is the person's PIN; false also where what is kept was altered. */
export async function fitsPin(vault: Vault, { id, pin: kept }: StoredPerson, pin: string): Promise<boolean> {
  const digest = await slowDigest(pepperedPin(vault, id, pin), bytes(kept.salt), kept.log2N);
  const sealed = { ciphertext: bytes(kept.ciphertext), wrappedKey: bytes(kept.wrappedKey) };
  const expected = vault.unseal(identityOf(id), sealed);
  return expected.ok && sameDigest(digest, expected.value);
}

function pepperedPin(vault: Vault, id: StaffId, pin: string): string {
  return vault.digest('staff-pin', `${id} ${pin}`);
}

function text(raw: Uint8Array): string {
  return Buffer.from(raw).toString('base64url');
}

function bytes(written: string): Uint8Array {
  return new Uint8Array(Buffer.from(written, 'base64url'));
}

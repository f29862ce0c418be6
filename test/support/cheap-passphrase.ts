import { scryptSync } from 'node:crypto';
import { systemRandomness } from '../../src-main/hosts/system-ports.ts';
import { encrypt, keyBytes } from '../../src-main/vault/cipher.ts';
import { readEnvelope, withWrap, wrapOf, writeEnvelope } from '../../src-main/vault/envelope.ts';
import { unwrapUnderSecret } from '../../src-main/vault/scrypt-wrap.ts';

const cheapest = { log2N: 10, blockSize: 1, parallel: 1 };

/**
 * Wraps the data key of a folder again under the same passphrase at the lowest cost that the counter accepts: a test
 * opens its folder dozens of times, a proof thousands of times, and a person at a keyboard does not.
 */
export async function makePassphraseCheap(directory: string, passphrase: string): Promise<void> {
  const envelope = readEnvelope(directory);
  const wrapped = envelope.ok && envelope.value !== null ? wrapOf(envelope.value, 'passphrase') : null;
  const dataKey = wrapped === null ? null : await unwrapUnderSecret(passphrase, wrapped);
  if (!envelope.ok || dataKey === null) throw new Error('the folder has no vault under this passphrase');
  if (!writeEnvelope(directory, withWrap(envelope.value, 'passphrase', cheaplyWrapped(dataKey, passphrase))).ok)
    throw new Error('the vault could not be written');
}

/** A vault of a data key of its own, as one that was made cheap, before the counter makes one at the whole price. */
export function makeCheapVault(directory: string, passphrase: string): void {
  const wrapped = cheaplyWrapped(systemRandomness.bytes(keyBytes), passphrase);
  if (!writeEnvelope(directory, withWrap(null, 'passphrase', wrapped)).ok)
    throw new Error('the vault could not be written');
}

function cheaplyWrapped(dataKey: Uint8Array, passphrase: string): Uint8Array {
  const salt = systemRandomness.bytes(16);
  const key = scryptSync(passphrase.normalize('NFKC'), salt, keyBytes, {
    N: 2 ** cheapest.log2N,
    r: cheapest.blockSize,
    p: cheapest.parallel,
  });
  const header = [cheapest.log2N, cheapest.blockSize, cheapest.parallel];
  return Buffer.concat([Uint8Array.from(header), salt, encrypt(key, 'scrypt wrap', dataKey, systemRandomness)]);
}

import { scrypt, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import type { Randomness } from '../core/ports.ts';
import { decrypt, encrypt, keyBytes } from './cipher.ts';

/** The cost of a new wrap: 64 MiB and some 150 ms, since a shell command pays it at each start. Kept with the wrap. */
const newCost: Cost = { log2N: 16, blockSize: 8, parallel: 1 };
const saltBytes = 16;
const headerBytes = 3 + saltBytes;
const context = 'scrypt wrap';

interface Cost {
  readonly log2N: number;
  readonly blockSize: number;
  readonly parallel: number;
}

/** Wraps `dataKey` under a key that scrypt (RFC 7914) makes of `secret`: cost, salt, sealed key. */
export async function wrapUnderSecret(
  secret: string,
  dataKey: Uint8Array,
  randomness: Randomness,
): Promise<Uint8Array> {
  const salt = randomness.bytes(saltBytes);
  const key = await derive(secret, salt, newCost);
  const header = [newCost.log2N, newCost.blockSize, newCost.parallel];
  return new Uint8Array(Buffer.concat([Uint8Array.from(header), salt, encrypt(key, context, dataKey, randomness)]));
}

/** The data key, or null for another secret or a damaged wrap: the two look alike. */
export async function unwrapUnderSecret(secret: string, wrapped: Uint8Array): Promise<Uint8Array | null> {
  const [log2N = 0, blockSize = 0, parallel = 0] = wrapped;
  // The bounds keep a damaged header from asking for gigabytes of memory.
  if (log2N < 10 || log2N > 18 || blockSize < 1 || blockSize > 8 || parallel < 1 || parallel > 4) return null;
  const key = await derive(secret, wrapped.subarray(3, headerBytes), { log2N, blockSize, parallel });
  return decrypt(key, context, wrapped.subarray(headerBytes));
}

const scryptKey = promisify<string, Uint8Array, number, ScryptOptions, Buffer>(scrypt);

function derive(secret: string, salt: Uint8Array, { log2N, blockSize, parallel }: Cost): Promise<Uint8Array> {
  const options = { N: 2 ** log2N, r: blockSize, p: parallel, maxmem: 256 * 2 ** log2N * blockSize };
  // The same passphrase typed on two keyboards may differ in its code points; NFKC makes it one.
  return scryptKey(secret.normalize('NFKC'), salt, keyBytes, options);
}

import { scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';

/** 32 MiB and some 80 ms: whoever types a PIN waits for it, with a customer waiting too. */
export const slowDigestLog2N = 15;
const digestBytes = 32;

const scryptKey = promisify<string, Uint8Array, number, ScryptOptions, Buffer>(scrypt);

/** A digest (scrypt, RFC 7914) of a short secret that nobody should be able to guess one by one. */
export async function slowDigest(secret: string, salt: Uint8Array, log2N: number): Promise<Uint8Array> {
  const options = { N: 2 ** log2N, r: 8, p: 1, maxmem: 2048 * 2 ** log2N };
  return new Uint8Array(await scryptKey(secret, salt, digestBytes, options));
}

/** Whether two digests are the same, in a time that does not tell where they differ. */
export function sameDigest(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

import { createHmac, randomBytes } from 'node:crypto';

/** Where ids, codes, keys and secrets of the service come from. */
export interface Randomness {
  bytes(length: number): Buffer;
}

export const systemRandomness: Randomness = { bytes: (length) => randomBytes(length) };

/** The same bytes for the same seed: for proofs that must replay, never for a service that anybody else can reach. */
export function seededRandomness(seed: string): Randomness {
  let block = 0;
  const next = () => createHmac('sha512', seed).update(String(block++)).digest();
  return {
    bytes: (length) => {
      const blocks = Array.from({ length: Math.ceil(length / 64) }, next);
      return Buffer.concat(blocks).subarray(0, length);
    },
  };
}

export function randomUuid(randomness: Randomness): string {
  return uuidFrom(randomness.bytes(16));
}

/** A number from 0 to below the limit, which is at most 256 so that one byte can say it without a bias. */
export function randomBelow(randomness: Randomness, limit: number): number {
  const fair = 256 - (256 % limit);
  for (;;) {
    const byte = randomness.bytes(1).readUInt8();
    if (byte < fair) return byte % limit;
  }
}

/** A version 4 UUID of the first 16 bytes. */
export function uuidFrom(random: Buffer): string {
  const bytes = Buffer.from(random.subarray(0, 16));
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

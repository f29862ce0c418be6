import { createHash } from 'node:crypto';

/** Random choices that a seed repeats exactly. */
export interface Random {
  bytes(length: number): Uint8Array;
  /** A whole number from 0 to `limit` - 1. */
  below(limit: number): number;
  uuid(): string;
  shuffled<T>(items: readonly T[]): T[];
}

/** SHA-256 in counter mode over the seed. `purpose` keeps the draws of one part from moving those of another. */
export function seededRandom(seed: number, purpose: string): Random {
  let block = 0;
  let pool = Buffer.alloc(0);
  const bytes = (length: number): Uint8Array => {
    while (pool.length < length) {
      pool = Buffer.concat([
        pool,
        createHash('sha256')
          .update(`${String(seed)}/${purpose}/${String(block)}`)
          .digest(),
      ]);
      block += 1;
    }
    const taken = Uint8Array.from(pool.subarray(0, length));
    pool = pool.subarray(length);
    return taken;
  };
  const below = (limit: number): number => Buffer.from(bytes(4)).readUInt32BE() % limit;
  return { bytes, below, uuid: () => uuidOf(bytes(16)), shuffled: (items) => shuffled(items, below) };
}

function uuidOf(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function shuffled<T>(items: readonly T[], below: (limit: number) => number): T[] {
  return items
    .map((item) => ({ item, at: below(0x1_0000_0000) }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

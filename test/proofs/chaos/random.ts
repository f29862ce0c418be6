import type { Randomness } from '../../../src-main/core/ports.ts';

/** Random choices that a seed repeats exactly: fast, and good for nothing secret. */
export interface Draws extends Randomness {
  /** A whole number from 0 to `limit` - 1. */
  below(limit: number): number;
  between(least: number, most: number): number;
  /** True once in `times`. */
  oneIn(times: number): boolean;
  pick<T>(items: readonly T[]): T;
}

/** `purpose` keeps the draws of one part from moving those of another. */
export function drawsOf(seed: number, purpose: string): Draws {
  const next = generator(seed, purpose);
  const below = (limit: number): number => Math.floor((next() / 0x1_0000_0000) * limit);
  const bytes = (length: number): Uint8Array => Uint8Array.from({ length }, () => next() >>> 24);
  return {
    bytes,
    below,
    uuid: () => uuidOf(bytes(16)),
    between: (least, most) => least + below(most - least + 1),
    oneIn: (times) => below(times) === 0,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
  };
}

/** sfc32 by Chris Doty-Humphrey, seeded by an FNV-1a hash of the purpose. */
function generator(seed: number, purpose: string): () => number {
  let [a, b, c, d] = [hashOf(`${String(seed)}/${purpose}`), seed | 0, hashOf(purpose), 1];
  const next = (): number => {
    const sum = (a + b + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let warming = 0; warming < 16; warming += 1) next();
  return next;
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash;
}

function uuidOf(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

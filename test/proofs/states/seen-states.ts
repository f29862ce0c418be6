/**
 * The states that were met, each with how much more may happen in it, in arrays of numbers: a state is known by 64 bits
 * of its key. That two of n states are taken for one is as likely as n squared in 2^65: 1 in 10,000 for 60 million.
 */
export class SeenStates {
  #size = 0;
  #mask = (1 << 16) - 1;
  #highs = new Uint32Array(this.#mask + 1);
  #lows = new Uint32Array(this.#mask + 1);
  #lefts = new Int32Array(this.#mask + 1).fill(free);

  get size(): number {
    return this.#size;
  }

  /**
   * Adds a state; false where it was met with as much left before, since nothing can happen then that was not looked
   * at. `left` holds up to seven numbers below 8, four bits each.
   */
  add(key: string, left: number): boolean {
    const [high, low] = hashOf(key);
    let at = low & this.#mask;
    for (; this.#lefts[at] !== free; at = (at + 1) & this.#mask) {
      if (this.#lows[at] === low && this.#highs[at] === high && covers(this.#lefts[at] ?? free, left)) return false;
    }
    this.#set(at, high, low, left);
    this.#size += 1;
    if (this.#size * 10 > this.#mask * 7) this.#grow();
    return true;
  }

  #set(at: number, high: number, low: number, left: number): void {
    this.#highs[at] = high;
    this.#lows[at] = low;
    this.#lefts[at] = left;
  }

  #grow(): void {
    const [highs, lows, lefts] = [this.#highs, this.#lows, this.#lefts];
    this.#mask = this.#mask * 2 + 1;
    this.#highs = new Uint32Array(this.#mask + 1);
    this.#lows = new Uint32Array(this.#mask + 1);
    this.#lefts = new Int32Array(this.#mask + 1).fill(free);
    lefts.forEach((left, index) => {
      if (left === free) return;
      const low = lows[index] ?? 0;
      let at = low & this.#mask;
      while (this.#lefts[at] !== free) at = (at + 1) & this.#mask;
      this.#set(at, highs[index] ?? 0, low, left);
    });
  }
}

const free = -1;
const highBits = 0x8888888;

/** Whether each of the numbers in `one` is as large as that in `other`. */
function covers(one: number, other: number): boolean {
  return (((one | highBits) - other) & highBits) === highBits;
}

/** Two multiplicative hashes with different constants, each over all characters and mixed with the other at the end. */
function hashOf(text: string): readonly [high: number, low: number] {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return [high >>> 0, low >>> 0];
}

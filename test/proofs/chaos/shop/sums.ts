import { Big } from 'big.js';

interface Sum {
  readonly amount: string;
  readonly currency: string;
}

/** Exact sums, each under a key of its own: amounts of two are never added. */
export class Sums {
  readonly #parts = new Map<string, Big>();

  add(key: string, amount: string | number, times = 1): this {
    this.#parts.set(key, (this.#parts.get(key) ?? new Big(0)).plus(new Big(amount).times(times)));
    return this;
  }

  addAll(kind: string, sums: readonly Sum[], times = 1): this {
    for (const { amount, currency } of sums) this.add(`${kind} ${currency}`, amount, times);
    return this;
  }

  plus(other: Sums): Sums {
    const sum = new Sums();
    for (const { parts } of [this, other]) for (const [key, amount] of parts) sum.add(key, amount.toFixed());
    return sum;
  }

  get parts(): ReadonlyMap<string, Big> {
    return this.#parts;
  }

  /** What of them is not the same; nothing and zero are. */
  differences(other: Sums): readonly string[] {
    return [...new Set([...this.#parts.keys(), ...other.parts.keys()])].flatMap((key) => {
      const [one, two] = [this.#parts.get(key) ?? new Big(0), other.parts.get(key) ?? new Big(0)];
      return one.eq(two) ? [] : [`${key}: ${one.toFixed()} and ${two.toFixed()}`];
    });
  }
}

/** What so many cards cost at this price, with the price's own decimals. */
export function timesOf(price: string, quantity: number): string {
  return new Big(price).times(quantity).toFixed((price.split('.')[1] ?? '').length);
}

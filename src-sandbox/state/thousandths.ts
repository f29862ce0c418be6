import { Big } from 'big.js';

/** The state keeps whole thousandths: exact in SQLite, and never a fraction. */
export function toThousandths(amount: string): number {
  return new Big(amount).times(1000).toNumber();
}

export function fromThousandths(thousandths: number): string {
  return new Big(thousandths).div(1000).toFixed(3);
}

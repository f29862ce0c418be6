import { Big } from 'big.js';
import { z } from 'zod';

/** "Money": a decimal string with exactly three decimals. */
export interface Money {
  readonly amount: string;
  readonly currency: string;
  readonly asOf?: string;
}

export const moneySchema = z.strictObject({
  amount: z.string().regex(/^(0|[1-9]\d{0,11})\.\d{3}$/),
  currency: z.string().regex(/^[A-Z]{3}$/),
  asOf: z.iso.datetime({ offset: true }).optional(),
});

export function multiply(amount: string, quantity: number): string {
  return new Big(amount).times(quantity).toFixed(3);
}

import { z } from 'zod';

/** What a price is multiplied by: a decimal greater than zero. */
export const factorSchema = z.union([
  z.number().positive().max(1000).transform(String),
  z.string().regex(/^(?!0+(\.0+)?$)\d{1,3}(\.\d{1,6})?$/),
]);

/** Money in the wallet's currency; debt is negative. */
export const balanceSchema = z.string().regex(/^-?(0|[1-9]\d{0,11})\.\d{3}$/);

import { z } from 'zod';
import { instant, nothing, uuid } from './shapes.ts';

/** What a cashier may spend of a wallet without a manager, as the screens see it. Inputs are as a person typed them. */

const typed = z.string().max(60);
const terms = {
  /** The wallet's currency: limits are of what the shop itself pays. */
  currency: typed,
  /** Of one sale, of all sales since the last Z, and of one and the same card among them; null for no limit. */
  sale: typed.nullable(),
  shift: typed.nullable(),
  card: typed.nullable(),
};

export const limitsView = z.object({ items: z.array(z.object(terms)) });
export type LimitsView = z.infer<typeof limitsView>;

const limitsChange = z.object({ at: instant, by: uuid.exactOptional(), ...terms });
export type LimitsChange = z.infer<typeof limitsChange>;

export const limitCalls = {
  /** The limits in force, one of each currency. */
  read: { input: nothing, output: limitsView },
  /** The newest first, so many at most; `hasMore` where older ones are left out. */
  history: { input: nothing, output: z.object({ items: z.array(limitsChange), hasMore: z.boolean() }) },
  /** Sets all limits of one currency. `input_invalid` names the field. */
  set: { input: z.strictObject(terms), output: limitsView },
} as const;

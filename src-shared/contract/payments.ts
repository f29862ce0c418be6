import { z } from 'zod';
import { withApproval } from './approvals.ts';
import { mostBasketLines } from './choices.ts';
import { orderStates } from './codes.ts';
import { moneyBackKinds, moneyBackReasons, paymentMeans, totalledMeans } from './payment-words.ts';
import { chargedMoney, instant, language, localizedText, nothing, uuid } from './shapes.ts';

/** How customers pay and what they get back, as screens see it. No cost is in any of it. */

const means = z.enum(paymentMeans);
const noting = z.object({
  usual: means.nullable(),
  /** Orders that a customer paid for and that were not bought, the newest first: what is to be given back of each. */
  owed: z.array(z.object({ operationId: uuid, sum: chargedMoney })),
});
export type PaymentNoting = z.infer<typeof noting>;

const moneyBack = z.object({
  id: uuid,
  at: instant,
  what: z.enum(moneyBackKinds),
  means,
  reason: z.enum(moneyBackReasons),
  sums: z.array(chargedMoney),
  lines: z.array(chargedMoney.extend({ operationId: uuid })),
  /** The random ids of who did it, and of the manager who approved it. */
  by: uuid.exactOptional(),
  approvedBy: uuid.exactOptional(),
});

/** What one customer pays for at once: the orders of a basket, or a single one with its new tries. */
export const salePayment = z.object({
  saleNumber: z.string().nullable(),
  /** Names what the screen shows: money goes back for nobody who saw something else. */
  revision: z.number().int(),
  means: z.enum(totalledMeans),
  /** Whether a person said so; else it is what usually counts. */
  isNoted: z.boolean(),
  /** Whether a cashier needs a manager to change it. */
  needsManager: z.boolean(),
  lines: z.array(
    z.object({
      operationId: uuid,
      cardName: localizedText.nullable(),
      cards: z.number().int(),
      state: z.enum(orderStates),
      /** Null in records from before there were selling prices. */
      charge: chargedMoney.nullable(),
      isPaid: z.boolean(),
      /** What the shop still has of it; null where none of it can go back, as in what is not noted any more. */
      kept: chargedMoney.nullable(),
      /** Paid for, and not bought after all. */
      isOwed: z.boolean(),
    }),
  ),
  kept: z.array(chargedMoney),
  owed: z.array(chargedMoney),
  back: z.array(moneyBack),
  /** All of it can go back as if it had not been: no code was handed over. */
  canVoid: z.boolean(),
  isVoided: z.boolean(),
  /** The records were restored or copied since: money may have gone back that they do not know of. */
  mayBeBack: z.literal(true).exactOptional(),
});
export type SalePayment = z.infer<typeof salePayment>;

const seen = { operationId: uuid, revision: z.number().int().min(0), means, reason: z.enum(moneyBackReasons) };
/** The person said that nothing was given back in records that were lost. */
const afterRestore = z.boolean().exactOptional();
/** As it was typed. */
const amount = z.string().max(40);

export const paymentCalls = {
  /** Whether how customers pay is noted, what counts where nothing else is said, and money to give back. */
  read: { input: nothing, output: noting },
  setUsual: { input: z.strictObject({ usual: means.nullable() }), output: noting },
  /** The whole sale of one of its orders. */
  sale: { input: z.strictObject({ operationId: uuid }), output: salePayment },
  /** `ahead`: whether the customer has paid for this order already, which has no result yet. */
  note: {
    input: z.strictObject({ operationId: uuid, means, ahead: z.boolean().exactOptional(), ...withApproval }),
    output: salePayment,
  },
  giveBack: {
    input: z.strictObject({
      ...seen,
      lines: z
        .array(z.strictObject({ operationId: uuid, amount }))
        .min(1)
        .max(mostBasketLines),
      afterRestore,
      ...withApproval,
    }),
    output: salePayment,
  },
  voidSale: { input: z.strictObject({ ...seen, afterRestore, ...withApproval }), output: salePayment },
  /** What was given back once, on the paper and the printer of receipts. */
  printBack: {
    input: z.strictObject({ operationId: uuid, id: uuid, language }),
    output: z.object({ printed: z.literal(true) }),
  },
} as const;

import { z } from 'zod';
import { chargeBases, chargeSources, notByRuleReasons, priceChangeKinds, targetKinds } from './charges.ts';
import { chargedMoney, instant, nothing, uuid } from './shapes.ts';

/** What customers pay, as the screens see it. Inputs are as a person typed them: main says what of them is wrong. */

/** A decimal of either sign. */
const decimal = z
  .string()
  .regex(/^-?\d{1,20}(?:\.\d+)?$/)
  .max(40);

/** What the customer pays for one card; margin and reason only for who may know the cost. */
export const cardCharge = z.object({
  price: chargedMoney,
  source: z.enum(chargeSources),
  /** Charge less cost, in the currency of the charge. */
  margin: decimal.exactOptional(),
  notByRule: z.enum(notByRuleReasons).exactOptional(),
  isBelowCost: z.literal(true).exactOptional(),
});

/** What the customer of an order pays; the source is absent in records from before there were selling prices. */
export const orderCharge = z.object({
  price: chargedMoney,
  total: chargedMoney,
  source: z.enum(chargeSources).exactOptional(),
  /** Of the whole order; only for who may know the cost. */
  margin: decimal.exactOptional(),
});

const typed = z.string().max(60);
const base = z.enum(chargeBases).exactOptional();
const ruleTerms = {
  target: z.strictObject({ kind: z.enum(targetKinds), id: typed }),
  form: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('fixed'), amount: typed }),
    z.strictObject({ kind: z.literal('percent'), percent: typed, on: base }),
    z.strictObject({ kind: z.literal('amount'), amount: typed, on: base }),
  ]),
  currency: typed,
  rounding: z.strictObject({ step: typed, mode: z.enum(['up', 'nearest']) }).nullable(),
  allowBelowCost: z.boolean(),
};
const rateTerms = { from: typed, to: typed, rate: typed };
const faceValueTerms = { card: typed, amount: typed, currency: typed };

/** What a rule needs and nobody entered: until then it is not followed. */
const missing = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('rate'), from: typed, to: typed }),
  z.object({ kind: z.literal('faceValue') }),
]);

/** The prices in force. */
export const priceListView = z.object({
  /** The number of the last change. */
  revision: z.number().int(),
  rules: z.array(z.object({ id: uuid, ...ruleTerms, missing: missing.exactOptional() })),
  rates: z.array(z.object(rateTerms)),
  faceValues: z.array(z.object(faceValueTerms)),
});
export type PriceListView = z.infer<typeof priceListView>;

const priceChange = z.object({
  at: instant,
  kind: z.enum(priceChangeKinds),
  /** The random id of who did it; absent where the shop used no PINs. */
  by: uuid.exactOptional(),
  /** What was set, or the rule that was removed. */
  rule: z.object(ruleTerms).exactOptional(),
  rate: z.object(rateTerms).exactOptional(),
  faceValue: z.object(faceValueTerms).exactOptional(),
});
export type PriceChange = z.infer<typeof priceChange>;

export const priceCalls = {
  read: { input: nothing, output: priceListView },
  /** The newest first, so many at most; `hasMore` where older ones are left out. */
  history: { input: nothing, output: z.object({ items: z.array(priceChange), hasMore: z.boolean() }) },
  /** Sets the one rule for a target. */
  setRule: { input: z.strictObject(ruleTerms), output: priceListView },
  removeRule: { input: z.strictObject({ id: uuid }), output: priceListView },
  /** `rate`: how much of `to` is charged for one of `from`, the wallet's currency. */
  setRate: { input: z.strictObject(rateTerms), output: priceListView },
  setFaceValue: { input: z.strictObject(faceValueTerms), output: priceListView },
} as const;

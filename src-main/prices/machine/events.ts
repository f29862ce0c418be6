import { z } from 'zod';
import { isUuid, type StaffId } from '../../core/ids.ts';
import { isPositiveDecimal } from './charge-amount.ts';

/** The events of prices: append-only rows of the journal. The rules in force are derived from them alone. */

/** What a rule is for; of those that fit a card the first kind here wins. */
export const targetKinds = ['card', 'subcategory', 'category', 'wallet'] as const;

const id = z.string().refine((text): boolean => isUuid(text));
const positive = z.string().refine(isPositiveDecimal);
const signed = z.string().regex(/^-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,3})?$/);
const currency = z.string().regex(/^[A-Z]{3}$/);

const ruleBody = z.object({
  target: z.object({ kind: z.enum(targetKinds), id }),
  form: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('fixed'), amount: positive }),
    /** So much per cent on the cost. */
    z.object({ kind: z.literal('percent'), percent: signed }),
    /** So much on the cost, in the currency of the charge. */
    z.object({ kind: z.literal('amount'), amount: signed }),
  ]),
  /** What the customer pays in. */
  currency,
  rounding: z.object({ step: positive, mode: z.enum(['up', 'nearest']) }).nullable(),
  /** A manager said that the charge may be less than the cost. */
  allowBelowCost: z.boolean(),
});

const rateBody = z.object({ from: currency, to: currency, rate: positive });

/** Who did it: a random staff id. Absent where the shop used no PINs. */
const person = {
  by: z
    .string()
    .refine((text): text is StaffId => isUuid(text))
    .exactOptional(),
};

const schemas = [
  event('price-rule-set', ruleBody.extend(person)),
  event('price-rule-removed', z.object(person)),
  /** `rate`: how much of `to` is charged for one of `from`, the wallet's currency. */
  event('price-rate-set', rateBody.extend(person)),
] as const;

const anyEvent = z.discriminatedUnion('kind', schemas);

/** One event as it is read back. `subject` is the rule, or the pair of currencies. */
export type PriceEvent = z.infer<typeof anyEvent>;
export type PriceEventKind = PriceEvent['kind'];
export type PriceRuleTerms = z.infer<typeof ruleBody>;
export type PriceRateTerms = z.infer<typeof rateBody>;
export type PriceRule = PriceRuleTerms & { readonly id: string };

export const priceEventKinds: readonly PriceEventKind[] = schemas.map(({ shape }) => shape.kind.value);

/** What was recorded under a kind of these; null where it does not fit its schema. */
export function readPriceEvent(recorded: {
  readonly kind: string;
  readonly seq: number;
  readonly atMs: number;
  readonly subject: string;
  readonly body: unknown;
}): PriceEvent | null {
  return anyEvent.safeParse(recorded).data ?? null;
}

function event<K extends string, S extends z.ZodType>(kind: K, body: S) {
  return z.object({ kind: z.literal(kind), seq: z.number(), atMs: z.number(), subject: z.string(), body });
}

import { z } from 'zod';
import { chargeBases, targetKinds } from '../../../src-shared/contract/charges.ts';
import { kindsWith } from '../../core/event-kinds.ts';
import { isUuid, type StaffId } from '../../core/ids.ts';
import { isCurrency } from '../../core/money.ts';
import { isPositiveDecimal } from './charge-amount.ts';

/** The events of prices: append-only rows of the journal. The rules in force are derived from them alone. */

const id = z.string().refine((text): boolean => isUuid(text));
const positive = z.string().refine(isPositiveDecimal);
const signed = z.string().regex(/^-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,3})?$/);
const currency = z.string().refine(isCurrency);
/** Absent in rules from before there were face values: the cost. */
const base = z.enum(chargeBases).exactOptional();

const ruleBody = z.object({
  target: z.object({ kind: z.enum(targetKinds), id }),
  form: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('fixed'), amount: positive }),
    /** So much per cent on the cost, or on the face value that a manager entered. */
    z.object({ kind: z.literal('percent'), percent: signed, on: base }),
    /** So much on it, in the currency of the charge. */
    z.object({ kind: z.literal('amount'), amount: signed, on: base }),
  ]),
  /** What the customer pays in. */
  currency,
  rounding: z.object({ step: positive, mode: z.enum(['up', 'nearest']) }).nullable(),
  /** A manager said that the charge may be less than the cost. */
  allowBelowCost: z.boolean(),
});

const rateBody = z.object({ from: currency, to: currency, rate: positive });
const faceValueBody = z.object({ card: id, amount: positive, currency });

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
  /** What is printed on a card, as an amount: the service gives it as free text, which nobody counts with. */
  event('price-face-value-set', faceValueBody.extend(person)),
] as const;

const anyEvent = z.discriminatedUnion('kind', schemas);

/** One event as it is read back. `subject` is the rule, and else a random id. */
export type PriceEvent = z.infer<typeof anyEvent>;
export type PriceEventKind = PriceEvent['kind'];
export type PriceEventBody<K extends PriceEventKind> = Extract<PriceEvent, { readonly kind: K }>['body'];
export type PriceRuleTerms = z.infer<typeof ruleBody>;
export type PriceRateTerms = z.infer<typeof rateBody>;
export type FaceValueTerms = z.infer<typeof faceValueBody>;
export type PriceRule = PriceRuleTerms & { readonly id: string };

export const priceEventKinds: readonly PriceEventKind[] = schemas.map(({ shape }) => shape.kind.value);
export const priceKindsOfPeople = kindsWith('by', schemas);

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

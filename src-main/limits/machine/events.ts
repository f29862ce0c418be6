import { z } from 'zod';
import { kindsWith } from '../../core/event-kinds.ts';
import { isUuid, type StaffId } from '../../core/ids.ts';
import { isAmount, isCurrency, isPrice, type Amount } from '../../core/money.ts';

/** The event of limits: an append-only row of the journal. The limits in force are derived from these alone. */

const limit = z
  .string()
  // In one: the second of two would be asked of what is no amount.
  .refine((text): text is Amount => isAmount(text) && isPrice(text))
  .nullable();

/** What a cashier may spend of one currency without a manager; null for as much as they like. */
const terms = z.object({
  /** The wallet's. */
  currency: z.string().refine(isCurrency),
  /** Of one sale. */
  sale: limit,
  /** Of all sales since the last Z. */
  shift: limit,
  /** Of one and the same card, since the last Z. */
  card: limit,
});
export type LimitTerms = z.infer<typeof terms>;

const changed = z.object({
  kind: z.literal('limits-changed'),
  seq: z.number(),
  atMs: z.number(),
  /** `by`: a random staff id. Absent where the shop used no PINs. */
  body: terms.extend({
    by: z
      .string()
      .refine((text): text is StaffId => isUuid(text))
      .exactOptional(),
  }),
});
export type LimitEvent = z.infer<typeof changed>;
export type LimitEventKind = LimitEvent['kind'];

export const limitsChangedKind: LimitEventKind = 'limits-changed';
export const limitKindsOfPeople = kindsWith('by', [changed]);

/** What was recorded; null where it does not fit its schema. */
export function readLimitEvent(recorded: {
  readonly kind: string;
  readonly seq: number;
  readonly atMs: number;
  readonly body: unknown;
}): LimitEvent | null {
  return changed.safeParse(recorded).data ?? null;
}

/** The limits in force, one of each currency that has any. Events are the oldest first. */
export function limitsOf(events: readonly LimitEvent[]): readonly LimitTerms[] {
  const latest = new Map(
    events.map(({ body: { currency, sale, shift, card } }) => [currency, { currency, sale, shift, card }]),
  );
  return [...latest.values()].filter(({ sale, shift, card }) => sale !== null || shift !== null || card !== null);
}

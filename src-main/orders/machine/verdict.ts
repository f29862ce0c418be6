import { z } from 'zod';
import { attentionReasons, type AttentionReason } from '../../../src-shared/contract/codes.ts';
import { isUuid, type SoldCardId } from '../../core/ids.ts';

/** The calls that say something about an order: placing it, again and again, and reading it. */
export const orderCalls = ['createPartnerOrder', 'getPartnerOrder'] as const;
export type OrderCall = (typeof orderCalls)[number];

/** Why an order needs a person when the service says that its id stands for something else. */
export const conflictReason = 'idempotency_conflict' satisfies AttentionReason;

const soldCardId = z.string().refine((text): text is SoldCardId => isUuid(text));

/**
 * What one answer means for one operation. `unknown` and `unverified` leave the outcome open, `nothing` moves nothing;
 * `notFound` is a bound 404 of a read, which the fence may use as proof.
 */
export const verdictSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('completed'),
    invoiceId: z.string().nullable(),
    soldCardIds: z.array(soldCardId),
    replayed: z.boolean(),
    /** Members that differ from the intent: what was bought is not what was meant. */
    differs: z.array(z.string()),
    /** As the service wrote it; absent where it said nothing, and in records from before this was kept. */
    completedAt: z.string().exactOptional(),
  }),
  z.object({ outcome: z.literal('failed') }),
  z.object({ outcome: z.literal('accepted'), recoveryExhausted: z.boolean() }),
  z.object({ outcome: z.enum(['refused', 'blocked', 'waiting', 'settling']), code: z.string() }),
  z.object({ outcome: z.literal('unknown'), code: z.string().nullable() }),
  z.object({ outcome: z.literal('attention'), reason: z.enum(attentionReasons), code: z.string().nullable() }),
  z.object({ outcome: z.literal('nothing'), code: z.string().nullable() }),
  z.object({ outcome: z.literal('notFound'), createdAtSeconds: z.number() }),
  z.object({ outcome: z.literal('unverified'), reason: z.string() }),
]);
export type Verdict = z.infer<typeof verdictSchema>;

import { z } from 'zod';
import { approvalKinds } from '../../../src-shared/contract/approval-kinds.ts';
import { moneyBackKinds, moneyBackReasons, paymentMeans } from '../../../src-shared/contract/payment-words.ts';
import { kindsWith } from '../../core/event-kinds.ts';
import { isUuid, type OperationId, type StaffId } from '../../core/ids.ts';
import { isCurrency } from '../../core/money.ts';

/**
 * The events of the customer's money (decision 0059): append-only rows of the journal. The subject of a payment is its
 * sale: the basket, or the first order of a single sale. No projection is made of them.
 */

const operationId = z.string().refine((text): text is OperationId => isUuid(text));
const staffId = z.string().refine((text): text is StaffId => isUuid(text));
const charged = z.object({
  operationId,
  amount: z.string().regex(/^\d{1,20}(?:\.\d{1,4})?$/),
  currency: z.string().refine(isCurrency),
});
const means = z.enum(paymentMeans);

const person = { by: staffId.exactOptional() };
/** The manager who approved it, and what for. Absent if no approval was needed. */
const approved = { approvedBy: staffId.exactOptional(), approvedFor: z.array(z.enum(approvalKinds)).exactOptional() };

/** Of which sale it is: its short number where it has one, and its orders as they were then. */
const ofSale = { saleNumber: z.string().nullable(), orders: z.array(operationId).min(1) };

const schemas = [
  /** What counts for sales from here on unless another is noted; null: the shop does not note how customers pay. */
  event('payments-noting-set', { usual: means.nullable(), ...person }),
  /**
   * How the customer pays. `ahead`: orders without a result that the customer has paid for already; `notAhead`: those
   * that this was wrongly said of, or whose money is for a new try now.
   */
  event('payment-noted', {
    ...ofSale,
    means,
    ahead: z.array(operationId).exactOptional(),
    notAhead: z.array(operationId).exactOptional(),
    ...person,
    ...approved,
  }),
  /** Money of the customer's that was given back, by order. */
  event('money-returned', {
    ...ofSale,
    id: z.string().refine((text): boolean => isUuid(text)),
    what: z.enum(moneyBackKinds),
    means,
    reason: z.enum(moneyBackReasons),
    lines: z.array(charged).min(1),
    /** A person said that nothing was given back in records that were lost. */
    afterRestore: z.literal(true).exactOptional(),
    ...person,
    ...approved,
  }),
] as const;

const anyEvent = z.discriminatedUnion('kind', schemas);

/** One event as it is read back. */
export type PaymentEvent = z.infer<typeof anyEvent>;
export type PaymentEventKind = PaymentEvent['kind'];
export type PaymentEventBody<K extends PaymentEventKind> = Extract<PaymentEvent, { readonly kind: K }>['body'];

export const paymentEventKinds: readonly PaymentEventKind[] = schemas.map(({ shape }) => shape.kind.value);
export const paymentKindsOfPeople = kindsWith('by', schemas);
export const approvedPaymentKinds = kindsWith('approvedBy', schemas);

/** What was recorded under a kind of these; null where it does not fit its schema. */
export function readPaymentEvent(recorded: {
  readonly kind: string;
  readonly seq: number;
  readonly atMs: number;
  readonly subject: string;
  readonly body: unknown;
}): PaymentEvent | null {
  return anyEvent.safeParse(recorded).data ?? null;
}

function event<K extends string, S extends z.ZodRawShape>(kind: K, members: S) {
  return z.object({
    kind: z.literal(kind),
    seq: z.number(),
    atMs: z.number(),
    subject: z.string(),
    body: z.object(members),
  });
}

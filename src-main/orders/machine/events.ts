import { z } from 'zod';
import { approvalKinds } from '../../../src-shared/contract/approval-kinds.ts';
import { chargeSources } from '../../../src-shared/contract/charges.ts';
import {
  attentionReasons,
  decisionChoices,
  reprintReasons,
  type AttentionReason,
} from '../../../src-shared/contract/codes.ts';
import { saleNumberParts } from '../../../src-shared/search/sale-number.ts';
import { kindsWith } from '../../core/event-kinds.ts';
import {
  isUuid,
  type BasketId,
  type CardId,
  type OperationId,
  type SoldCardId,
  type StaffId,
  type WalletId,
} from '../../core/ids.ts';
import { isAmount } from '../../core/money.ts';

/**
 * The events of one operation (design, "Order engine"): append-only rows of the journal whose subject is the operation
 * id. State is derived from them alone. No event holds a code of a card: those are in sealed answers, named by id.
 */

/** The calls that say something about an order: placing it, again and again, and reading it. */
export const orderCalls = ['createPartnerOrder', 'getPartnerOrder'] as const;
export type OrderCall = (typeof orderCalls)[number];

/** Why an order needs a person when the service says that its id stands for something else. */
export const conflictReason = 'idempotency_conflict' satisfies AttentionReason;

/** Why an order needs a person whose body does not open, or is not the one that its event commits to. */
export const bodyUnreadableReason = 'body_unreadable' satisfies AttentionReason;

const soldCardId = z.string().refine((text): text is SoldCardId => isUuid(text));

/**
 * What one answer means for one operation. `unknown` and `unverified` leave the outcome open, `nothing` moves nothing;
 * `notFound` is a bound 404 of a read, which may prove that nothing was bought.
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

const walletId = z.string().refine((text): text is WalletId => isUuid(text));
const cardId = z.string().refine((text): text is CardId => isUuid(text));
const operationId = z.string().refine((text): text is OperationId => isUuid(text));
const soldCardIds = z.array(soldCardId);
const staffId = z.string().refine((text): text is StaffId => isUuid(text));
const uuid = z.string().refine((text): boolean => isUuid(text));
const money = z.object({ amount: z.string().refine(isAmount), currency: z.string() });
const chargeText = z.string().regex(/^\d{1,20}(?:\.\d{1,4})?$/);
/** `margin` is of the whole order, in the currency of the charge; `revision` is of the prices by which it was found. */
const charge = z.object({
  price: chargeText,
  total: chargeText,
  currency: z.string(),
  source: z.enum(chargeSources),
  ruleId: uuid.nullable(),
  margin: z.string(),
  revision: z.number().int(),
  /** A person charged otherwise than the prices in force say, which is `ruled`. */
  overridden: z.literal(true).exactOptional(),
  ruled: z.object({ price: chargeText, total: chargeText }).exactOptional(),
});
const madeGood = z.object({ operationId, soldCardId });
const sealed = z.object({ id: z.string(), sha256: z.string() });
/** Who did it: a random staff id. Absent where the shop used no PINs, and in older records. */
const person = { by: staffId.exactOptional() };
/** The manager who approved it, and what for. Absent if no approval was needed. */
const approved = {
  approvedBy: person.by,
  approvedFor: z.array(z.enum(approvalKinds)).exactOptional(),
};
const localized = z.object({ ar: z.string().optional(), en: z.string().optional() });

const schemas = [
  event('order-intended', {
    walletId,
    cardId,
    quantity: z.number().int(),
    unitPrice: z.string().refine(isAmount),
    total: money,
    /** What the customer pays; absent in older records, where customers paid what the screen showed: the cost. */
    charge: charge.exactOptional(),
    useAllowedDebt: z.boolean(),
    /** The shop's own reference. In the journal it stands only in records from before it was sealed. */
    externalReference: z.string().nullable().exactOptional(),
    /**
     * The chain's head just before this event, which the reference in the body carries; absent where the journal was
     * not countersigned.
     */
    chainHead: z.string().optional(),
    cardName: localized.nullable(),
    /** The exact body: every resend carries these bytes (law 2). Absent where it was sealed and does not open. */
    body: z.string().exactOptional(),
    /** Where reference and body lie, and what binds the chain to them (decision 0058). */
    sealed: sealed.exactOptional(),
    commitments: z.object({ body: z.string(), reference: z.string() }).exactOptional(),
    /** What a resend must not change (design, "Pinned at intent"). */
    pinned: z.object({
      deployment: z.string(),
      url: z.string(),
      contentType: z.string(),
      idempotencyKey: z.string(),
      keyId: z.string(),
    }),
    wantedUntilMs: z.number(),
    replaces: operationId.nullable(),
    /** What its customer buys beside it, and as which line of that; absent where a sale is of one card. */
    basket: z
      .string()
      .refine((text): text is BasketId => isUuid(text))
      .exactOptional(),
    basketLine: z.number().int().exactOptional(),
    /** The sold card that this order makes good at no charge; another matter than `replaces`. */
    makesGoodFor: madeGood.exactOptional(),
    /** The short number of the sale, which all of its orders have; absent in older records. */
    saleNumber: z
      .string()
      .refine((text) => saleNumberParts(text) !== null)
      .exactOptional(),
    ...person,
    ...approved,
  }),
  event('attempt-started', {
    attempt: z.string(),
    call: z.enum(orderCalls),
    url: z.string(),
    headers: z.array(z.tuple([z.string(), z.string()])),
    nonce: z.string().nullable(),
    createdAtSeconds: z.number(),
    expiresAtSeconds: z.number(),
    keyId: z.string(),
    profileHash: z.string(),
  }),
  /** Proof that no byte of the request left this computer. */
  event('attempt-not-sent', { attempt: z.string(), retryAtMs: z.number() }),
  event('attempt-lost', { attempt: z.string(), reason: z.string(), retryAtMs: z.number() }),
  event('answer-sealed', { attempt: z.string(), sealed, bytes: z.number(), httpStatus: z.number() }),
  /**
   * It could not be verified yet. It is judged again when keys or the clock are known better; `sealed` null: its bytes
   * were not kept.
   */
  event('answer-unverified', {
    attempt: z.string(),
    sealed: sealed.nullable(),
    httpStatus: z.number(),
    reason: z.string(),
    retryAtMs: z.number(),
  }),
  event('answer-judged', {
    /** Null where the answer came to another operation's attempt and is filed here because it names this one. */
    attempt: z.string().nullable(),
    sealed,
    httpStatus: z.number(),
    requestId: z.string().nullable(),
    verdict: verdictSchema,
    /** When the service signed it, by its own clock. */
    createdAtSeconds: z.number(),
    thenRead: z.boolean(),
    retryAtMs: z.number(),
    /**
     * A `Retry-After` that the signature covers: until when by the service's clock, and how long that was. Absent where
     * there was none.
     */
    asked: z.object({ untilMs: z.number(), waitMs: z.number() }).optional(),
  }),
  event('wanted-extended', { wantedUntilMs: z.number(), ...person }),
  event('attention-raised', { reason: z.enum(attentionReasons) }),
  event('order-cancelled', { ...person }),
  /** A new operation, `by`, was intended instead of this one, in the same transaction. */
  event('order-replaced', { by: operationId }),
  /**
   * The records were restored or copied after this order was intended: it is asked about, and not sent until the
   * service shows it.
   */
  event('order-held-back', { boundarySeq: z.number() }),
  /**
   * The not-bought proof: two reads of the service that do not know the order, signed late enough, beside one that
   * knows another order.
   */
  event('order-not-bought', {
    latestDeadlineSeconds: z.number(),
    notFoundAtSeconds: z.tuple([z.number(), z.number()]),
    knownOperationId: operationId,
    knownReadAtSeconds: z.number(),
  }),
  /** A person's word where the evidence does not decide; `reason` is what they were shown. */
  event('decision-made', {
    choice: z.enum(decisionChoices),
    reason: z.enum(attentionReasons),
    wantedUntilMs: z.number(),
    ...person,
    ...approved,
  }),
  /** `insteadOf`: kept answers that do not open any more, whose codes are asked for anew. */
  event('reveal-started', {
    attempt: z.string(),
    call: z.string(),
    nonce: z.string().nullable(),
    profileHash: z.string().optional(),
    insteadOf: z.array(z.string()).optional(),
  }),
  event('reveal-failed', { attempt: z.string(), reason: z.string() }),
  event('codes-revealed', { sealed, requestId: z.string().nullable(), soldCardIds }),
  event('codes-shown', { soldCardIds, ...person, ...approved }),
  /** Recorded before the clipboard is asked. */
  event('codes-copied', { soldCardId: z.string(), part: z.string(), ...person, ...approved }),
  event('codes-copy-failed', { soldCardId: z.string(), part: z.string() }),
  /** Recorded before the printer is asked; `reason` where one was printed before. */
  event('receipt-print-started', {
    print: z.string(),
    withCodes: z.boolean(),
    paper: z.string(),
    language: z.string(),
    reason: z.enum(reprintReasons).nullable(),
    ...person,
    ...approved,
  }),
  event('receipt-print-failed', { print: z.string(), reason: z.string() }),
  /** What a person saw come out: the printer does not tell. */
  event('receipt-print-answered', { print: z.string(), printed: z.boolean(), ...person }),
  event('codes-handed-over', { ...person }),
  /** The customer's money went back before the hand-over (`returned` names it): the codes are the shop's. */
  event('codes-kept-back', { returned: z.string(), ...person }),
  /** Codes go into an encrypted file for a company. `file` names one try, which orders of a sale may share. */
  event('codes-file-started', { file: z.string(), reason: z.string(), ...person }),
  /** Nobody can open what may lie on the disk: its password came out nowhere. */
  event('codes-file-failed', { file: z.string(), reason: z.enum(['not_saved', 'left']) }),
  /** Recorded before the password comes out. `times` counts the files with codes of this order. */
  event('codes-file-saved', { file: z.string(), times: z.number().int(), ...person }),
] as const;

const anyEvent = z.discriminatedUnion('kind', schemas);

/** One event as it is read back: `atMs` is when it was recorded, by this computer's clock. */
export type OrderEvent = z.infer<typeof anyEvent>;
export type OrderEventKind = OrderEvent['kind'];
export type OrderEventBody<K extends OrderEventKind> = Extract<OrderEvent, { readonly kind: K }>['body'];
export type IntendedOrder = OrderEventBody<'order-intended'>;
export type SaleCharge = z.infer<typeof charge>;
/** Names a sealed answer. */
export type SealedReference = z.infer<typeof sealed>;

export const orderEventKinds: readonly OrderEventKind[] = schemas.map(({ shape }) => shape.kind.value);

/** Those that name who did it. `order-replaced` means another order by the same word. */
export const orderKindsOfPeople = kindsWith('by', schemas).filter((kind) => kind !== 'order-replaced');
export const approvedOrderKinds = kindsWith('approvedBy', schemas);

/** The event that an operation begins with: there is at most one of it for each operation id (law 2). */
export const orderIntendedKind = 'order-intended' satisfies OrderEventKind;

/** One that is to be recorded; `subject` is the order that it is filed under. */
export interface NewOrderEvent {
  readonly subject: OperationId;
  readonly kind: OrderEventKind;
  readonly body: OrderEvent['body'];
}

/** The one way to make an event. */
export function orderEvent<K extends OrderEventKind>(
  subject: OperationId,
  kind: K,
  body: OrderEventBody<K>,
): NewOrderEvent {
  return { subject, kind, body };
}

/** What was recorded under a kind of these; null where it does not fit its schema. */
export function readOrderEvent(kind: OrderEventKind, atMs: number, body: unknown): OrderEvent | null {
  return anyEvent.safeParse({ kind, atMs, body }).data ?? null;
}

function event<K extends string, S extends z.ZodRawShape>(kind: K, body: S) {
  return z.object({ kind: z.literal(kind), atMs: z.number(), body: z.object(body) });
}

import { z } from 'zod';

import { attentionReasons, decisionChoices, reprintReasons } from '../../../src-preload/contract/codes.ts';
import { isUuid } from '../../core/ids.ts';
import type { CardId, OperationId, SoldCardId, WalletId } from '../../core/ids.ts';
import { isAmount } from '../../core/money.ts';
import type { NewEvent, StoredEvent } from '../../journal/event.ts';
import { JournalUnavailable } from '../../journal/journal-failure.ts';
import { isJsonObject } from '../../journal/json.ts';
import { orderCalls, verdictSchema } from './verdict.ts';

/**
 * The events of one operation (design, "Order engine"): append-only rows of the journal whose subject is the operation
 * id. State is derived from them alone. No event holds a code of a card: those are in sealed answers, named by id.
 */

const walletId = z.string().refine((text): text is WalletId => isUuid(text));
const cardId = z.string().refine((text): text is CardId => isUuid(text));
const operationId = z.string().refine((text): text is OperationId => isUuid(text));
const soldCardIds = z.array(z.string().refine((text): text is SoldCardId => isUuid(text)));
const money = z.object({ amount: z.string().refine(isAmount), currency: z.string() });
const sealed = z.object({ id: z.string(), sha256: z.string() });
const localized = z.object({ ar: z.string().optional(), en: z.string().optional() });

const schemas = {
  'order-intended': z.object({
    walletId, cardId, quantity: z.number().int(), unitPrice: z.string().refine(isAmount), total: money, useAllowedDebt: z.boolean(),
    /** The shop's own reference. */
    externalReference: z.string().nullable(),
    /** The chain's head just before this event, which the reference in the body carries; absent where the journal was not countersigned. */
    chainHead: z.string().optional(),
    cardName: localized.nullable(),
    /** The exact body, as text: every resend carries these bytes (law 2). */
    body: z.string(),
    /** What a resend must not change (design, "Pinned at intent"). */
    pinned: z.object({ deployment: z.string(), url: z.string(), contentType: z.string(), idempotencyKey: z.string(), keyId: z.string() }),
    wantedUntilMs: z.number(),
    replaces: operationId.nullable(),
  }),
  'attempt-started': z.object({
    attempt: z.string(), call: z.enum(orderCalls), url: z.string(), headers: z.array(z.tuple([z.string(), z.string()])), nonce: z.string().nullable(),
    createdAtSeconds: z.number(), expiresAtSeconds: z.number(), keyId: z.string(), profileHash: z.string(),
  }),
  /** Proof that no byte of the request left this machine. */
  'attempt-not-sent': z.object({ attempt: z.string(), retryAtMs: z.number() }),
  'attempt-lost': z.object({ attempt: z.string(), reason: z.string(), retryAtMs: z.number() }),
  'answer-sealed': z.object({ attempt: z.string(), sealed, bytes: z.number(), httpStatus: z.number() }),
  /** Nobody can believe it yet. It is judged again when keys or the clock are known better; `sealed` null: only noted, its bytes were not kept. */
  'answer-unverified': z.object({ attempt: z.string(), sealed: sealed.nullable(), httpStatus: z.number(), reason: z.string(), retryAtMs: z.number() }),
  'answer-judged': z.object({
    /** Null where the answer came to another operation's attempt and is filed here because it names this one. */
    attempt: z.string().nullable(), sealed, httpStatus: z.number(), requestId: z.string().nullable(), verdict: verdictSchema,
    /** When the service signed it, by its own clock. */
    createdAtSeconds: z.number(),
    thenRead: z.boolean(), retryAtMs: z.number(),
    /** A `Retry-After` that the signature covers: until when by the service's clock, and how long that was. Absent where there was none. */
    asked: z.object({ untilMs: z.number(), waitMs: z.number() }).optional(),
  }),
  'wanted-extended': z.object({ wantedUntilMs: z.number() }),
  'attention-raised': z.object({ reason: z.enum(attentionReasons) }),
  'order-cancelled': z.object({}),
  /** A new operation was intended instead of this one, in the same transaction. */
  'order-replaced': z.object({ by: operationId }),
  /** The records were restored or copied after this order was intended: it is asked about, and not sent until the service shows it. */
  'order-held-back': z.object({ boundarySeq: z.number() }),
  /** The fence: two reads of the service that do not know the order, signed late enough, beside one that knows another order. */
  'order-not-bought': z.object({
    latestDeadlineSeconds: z.number(), notFoundAtSeconds: z.tuple([z.number(), z.number()]), knownOperationId: operationId, knownReadAtSeconds: z.number(),
  }),
  /** A person's word where the evidence does not decide; `reason` is what they were shown. */
  'decision-made': z.object({ choice: z.enum(decisionChoices), reason: z.enum(attentionReasons), wantedUntilMs: z.number() }),
  /** `insteadOf`: kept answers that do not open any more, whose codes are asked for anew. */
  'reveal-started': z.object({ attempt: z.string(), call: z.string(), nonce: z.string().nullable(), profileHash: z.string().optional(), insteadOf: z.array(z.string()).optional() }),
  'reveal-failed': z.object({ attempt: z.string(), reason: z.string() }),
  /** Codes that a reveal brought, in a sealed answer. */
  'codes-revealed': z.object({ sealed, requestId: z.string().nullable(), soldCardIds }),
  'codes-shown': z.object({ soldCardIds }),
  /** Recorded before the clipboard is asked. */
  'codes-copied': z.object({ soldCardId: z.string(), part: z.string() }),
  'codes-copy-failed': z.object({ soldCardId: z.string(), part: z.string() }),
  /** Recorded before the printer is asked; `reason` where one was printed before. */
  'receipt-print-started': z.object({ print: z.string(), withCodes: z.boolean(), paper: z.string(), language: z.string(), reason: z.enum(reprintReasons).nullable() }),
  'receipt-print-failed': z.object({ print: z.string(), reason: z.string() }),
  /** What a person saw come out: the printer does not tell. */
  'receipt-print-answered': z.object({ print: z.string(), printed: z.boolean() }),
  'codes-handed-over': z.object({}),
} as const;

export type OrderEventKind = keyof typeof schemas;
export type OrderEventBody<K extends OrderEventKind> = z.infer<(typeof schemas)[K]>;
export type IntendedOrder = OrderEventBody<'order-intended'>;

/** One event as it is read back: `atMs` is when it was recorded, by this machine's clock. */
export type OrderEvent = { readonly [K in OrderEventKind]: { readonly kind: K; readonly atMs: number; readonly body: OrderEventBody<K> } }[OrderEventKind];

/** The journal row to append for an event of `operationId`. */
export function orderEvent<K extends OrderEventKind>(operation: OperationId, kind: K, body: OrderEventBody<K>): NewEvent {
  const plain: unknown = JSON.parse(JSON.stringify(body));
  if (!isJsonObject(plain)) throw new Error(`${kind} is no JSON object`);
  return { subject: operation, kind, body: plain };
}

/** The order events among stored rows, in order. A row that does not fit its schema was damaged since it was written: `JournalUnavailable`. */
export function readOrderEvents(rows: readonly StoredEvent[]): readonly OrderEvent[] {
  return rows.flatMap((row) => {
    const kind = orderEventKinds.find((known) => known === row.kind);
    return kind === undefined ? [] : [readAs(kind, row)];
  });
}

export const orderEventKinds = Object.keys(schemas).filter((kind): kind is OrderEventKind => kind in schemas);

const anyEvent = z.discriminatedUnion('kind', [
  entry('order-intended'), entry('attempt-started'), entry('attempt-not-sent'), entry('attempt-lost'), entry('answer-sealed'), entry('answer-unverified'), entry('answer-judged'),
  entry('wanted-extended'), entry('attention-raised'), entry('order-cancelled'), entry('order-replaced'), entry('order-held-back'), entry('order-not-bought'), entry('decision-made'), entry('reveal-started'), entry('reveal-failed'), entry('codes-revealed'), entry('codes-shown'), entry('codes-copied'), entry('codes-copy-failed'), entry('receipt-print-started'), entry('receipt-print-failed'), entry('receipt-print-answered'), entry('codes-handed-over'),
]);

function readAs(kind: OrderEventKind, row: StoredEvent): OrderEvent {
  const parsed = anyEvent.safeParse({ kind, atMs: row.atMs, body: row.body });
  if (!parsed.success) throw new JournalUnavailable({ code: 'journal_corrupt', detail: `event_${row.seq}` });
  return parsed.data;
}

function entry<K extends OrderEventKind>(kind: K) {
  return z.object({ kind: z.literal(kind), atMs: z.number(), body: schemas[kind] });
}

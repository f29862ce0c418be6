import { z } from 'zod';
import { counterCodes, refusalCodes } from '../../../src-shared/contract/codes.ts';
import { kindsWith } from '../../core/event-kinds.ts';
import { isUuid, type SoldCardId, type StaffId, type WalletId } from '../../core/ids.ts';

/**
 * The events of reveals and of checks of owned cards: append-only rows of the journal. Those of one order are filed
 * under its operation id, those of a card or an invoice under its name. No event holds a code of a card.
 */

const soldCardIds = z.array(z.string().refine((text): text is SoldCardId => isUuid(text)));
const walletId = z.string().refine((text): text is WalletId => isUuid(text));
/** Who did it: a random staff id. Absent where the shop used no PINs, and in older records. */
const person = {
  by: z
    .string()
    .refine((text): text is StaffId => isUuid(text))
    .exactOptional(),
};
const sealed = z.object({ id: z.string(), sha256: z.string() });
/** What of the owned cards could not be read, and why; `walletId` is absent where it is the list of wallets. */
const unchecked = z.array(
  z.object({
    walletId: walletId.exactOptional(),
    code: z.enum([...refusalCodes, ...counterCodes]),
    detail: z.string().exactOptional(),
    httpStatus: z.number().int().exactOptional(),
    requestId: z.string().exactOptional(),
  }),
);
/** How an order whose intent a salvage could not lift stands at the service, or the code of what came instead. */
const lostOrder = {
  standing: z.string(),
  invoiceId: z.string().nullable(),
  walletId: z.string().nullable(),
  cardId: z.string().nullable(),
  quantity: z.number().int().nullable(),
};

const schemas = [
  /** `insteadOf`: kept answers that do not open any more, whose codes are asked for anew. */
  event('reveal-started', {
    attempt: z.string(),
    call: z.string(),
    nonce: z.string().nullable(),
    profileHash: z.string().exactOptional(),
    insteadOf: z.array(z.string()).exactOptional(),
  }),
  /** Older records do not say how many bytes they hold. */
  event('reveal-answer-sealed', {
    attempt: z.string(),
    sealed,
    bytes: z.number().int().default(0),
    httpStatus: z.number().int(),
  }),
  event('reveal-failed', { attempt: z.string(), reason: z.string() }),
  event('codes-revealed', { sealed, requestId: z.string().nullable(), soldCardIds }),
  event('codes-shown', { soldCardIds, ...person }),
  /** One page of a wallet's owned cards, as it was compared with these records: where a later check goes on. */
  event('owned-cards-read', {
    walletId,
    /** Null at the end of the list, and where its cursors go round. */
    next: z.string().nullable(),
    isEnd: z.boolean(),
    /** Cards of orders of these records; cards that are not; of those the ones that name another order. */
    known: soldCardIds,
    unknown: soldCardIds,
    others: soldCardIds,
    /** Entries of the page that could not be read. */
    unreadable: z.number().int(),
  }),
  /** A check that could not read everything, with what the person who asked for it was shown. */
  event('owned-cards-check-stopped', { unchecked }),
  /** A person's word that what could not be read is accepted as it is: `by` their id, or a name where none is known. */
  event('unchecked-cards-accepted', { by: z.string(), unchecked }),
  /** A check that ended, with what it found. */
  event('owned-cards-reconciled', {
    ...person,
    ownedCards: z.number().int(),
    unknownCards: z.array(z.string()),
    missingCards: z.array(z.string()),
    unchecked: unchecked.exactOptional(),
    lostOrders: z
      .array(
        z.object({ operationId: z.string(), ...lostOrder }).partial({ invoiceId: true, walletId: true, cardId: true }),
      )
      .exactOptional(),
  }),
  /** A person has seen the latest findings. */
  event('findings-noted', { ...person }),
  event('lost-order-read', lostOrder),
] as const;

const anyEvent = z.discriminatedUnion('kind', schemas);

/** One event as it is read back: where it stands in the chain, and when it was recorded by this computer's clock. */
export type RevealEvent = z.infer<typeof anyEvent>;
export type RevealEventKind = RevealEvent['kind'];
export type RevealEventBody<K extends RevealEventKind> = Extract<RevealEvent, { readonly kind: K }>['body'];
/** Names a sealed answer. */
export type SealedReference = z.infer<typeof sealed>;

export const revealEventKinds: readonly RevealEventKind[] = schemas.map(({ shape }) => shape.kind.value);
export const revealKindsOfPeople = kindsWith('by', schemas);

/** One that is to be recorded; `subject` is what it is filed under, '' where that is these records as a whole. */
export interface NewRevealEvent<K extends RevealEventKind = RevealEventKind, B = RevealEventBody<K>> {
  readonly subject: string;
  readonly kind: K;
  readonly body: B;
}

/** The one way to make an event. */
export function revealEvent<K extends RevealEventKind>(
  subject: string,
  kind: K,
  body: RevealEventBody<K>,
): NewRevealEvent<K> {
  return { subject, kind, body };
}

/** What was recorded under a kind of these; null where it does not fit its schema. */
export function readRevealEvent(row: {
  readonly kind: RevealEventKind;
  readonly seq: number;
  readonly atMs: number;
  readonly body: unknown;
}): RevealEvent | null {
  return anyEvent.safeParse(row).data ?? null;
}

function event<K extends string, S extends z.ZodRawShape>(kind: K, body: S) {
  return z.object({ kind: z.literal(kind), seq: z.number(), atMs: z.number(), body: z.object(body) });
}

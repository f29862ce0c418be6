import { z } from 'zod';
import { longestReason, mostBasketLines } from './choices.ts';
import { timelineEntry } from './orders.ts';
import { failure, instant, localizedText, uuid } from './shapes.ts';

/** What a check could not read, and why; without `walletId` it is the list of wallets. */
const unchecked = failure
  .pick({ code: true, detail: true, httpStatus: true, requestId: true })
  .extend({ walletId: uuid.exactOptional() });
/** What the last check could not read, and whether a person may accept that by name. */
export const uncheckedView = z.object({ items: z.array(unchecked), acceptable: z.boolean() });

/**
 * What of an order a damaged journal lost: the order itself, its last entries, an answer with its codes, or the key of
 * one.
 */
export const lossKinds = ['intent', 'events', 'answer', 'key'] as const;
export type LossKind = (typeof lossKinds)[number];
export const salvagedView = z.object({
  missing: z.array(z.object({ operationId: uuid, what: z.enum(lossKinds) })),
});

/**
 * What a comparison with the service found. Numbers of cards only. `unchecked` is what a person accepted unread,
 * `lostOrders` how the service says that orders stand which are lost here: its word for the status, or the code of what
 * came instead.
 */
export const reconciledView = z.object({
  ownedCards: z.number().int(),
  unknownCards: z.array(uuid),
  missingCards: z.array(uuid),
  unchecked: z.array(unchecked).exactOptional(),
  lostOrders: z
    .array(z.object({ operationId: uuid, standing: z.string(), quantity: z.number().int().nullable() }))
    .exactOptional(),
});
/** `acceptRestBy`: who accepts what an earlier check said that it could not read. */
export const reconcileInput = z.strictObject({ acceptRestBy: z.string().trim().min(1).max(80).exactOptional() });

export const ownedCard = z.object({
  soldCardId: uuid,
  cardId: uuid.optional(),
  name: localizedText.optional(),
  invoiceId: uuid.optional(),
  operationId: uuid.optional(),
  purchasedAt: instant.optional(),
  /** When its codes came out here, as far as these records know. */
  history: z.array(timelineEntry),
});
/**
 * Codes never cross: main draws them into a page of its own, which a frame can load once from `frame`. `cards` are
 * those in it, in its order, and which codes each has.
 */
export const shownView = z.object({
  frame: z.string().regex(/^\/drawn\/[\w-]{43}$/),
  cards: z.array(z.object({ soldCardId: uuid, voucher: z.boolean(), serialNumber: z.boolean() })),
});

/** The codes of a sale in an encrypted file. `reason` is kept in the journal; `again`: they were saved before. */
export const companyInput = z.strictObject({
  operationId: uuid,
  /** With all that its customer bought beside it. */
  wholeSale: z.boolean(),
  reason: z.string().trim().min(1).max(longestReason),
  again: z.boolean(),
});
/**
 * The password crosses only as a page that main drew, which a frame can load once; null where no place was chosen.
 * `file`: encrypted, for the page to save, where the host has no box for that.
 */
export const savedForCompany = z.object({
  frame: shownView.shape.frame.nullable(),
  cards: z.number().int(),
  /** The name that the file has; null where nobody chose a place. */
  name: z.string().nullable(),
  file: z.object({ name: z.string(), base64: z.string() }).nullable(),
});

export const severalInput = z.strictObject({ operationIds: z.array(uuid).min(1).max(mostBasketLines) });
/** `shown` says of which order how many of the cards are, one after the other. */
export const severalShown = shownView.extend({
  shown: z.array(z.object({ operationId: uuid, cards: z.number().int() })),
  failed: z.array(z.object({ operationId: uuid, failure })),
});

import { z } from 'zod';

import { timelineEntry } from './orders.ts';
import { instant, localizedText, uuid } from './shapes.ts';

/** What a comparison of the records with the service found. Numbers of cards only. */
export const reconciledView = z.object({ ownedCards: z.number().int(), unknownCards: z.array(uuid), missingCards: z.array(uuid) });

export const ownedCard = z.object({
  soldCardId: uuid, cardId: uuid.optional(), name: localizedText.optional(), invoiceId: uuid.optional(), operationId: uuid.optional(), purchasedAt: instant.optional(),
  /** When its codes came out here, as far as these records know. */
  history: z.array(timelineEntry),
});
/**
 * Codes never cross: main draws them into a page of its own, which a frame can load once from `frame`. `cards` are those in it, in its
 * order, and which codes each has.
 */
export const shownView = z.object({
  frame: z.string().regex(/^\/drawn\/[\w-]{43}$/), cards: z.array(z.object({ soldCardId: uuid, voucher: z.boolean(), serialNumber: z.boolean() })),
});

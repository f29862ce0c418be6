import { z } from 'zod';
import { mostBasketLines } from './choices.ts';
import { orderView } from './orders.ts';
import { chargedMoney, uuid } from './shapes.ts';

const basketLine = z.strictObject({
  walletId: uuid,
  cardId: uuid,
  quantity: z.number().int().min(1),
  /** What the customer pays for one card, where that is not what the prices say; as it was typed. */
  otherPrice: z.string().max(60).exactOptional(),
  /** What the customer pays for this line by the screen. */
  shownTotal: chargedMoney,
  /** The person said that the same sale, still unsettled, is another one. */
  besidesPending: z.boolean(),
});

export const basketInput = z.strictObject({
  lines: z.array(basketLine).min(1).max(mostBasketLines),
  /** The prices by which the screen was drawn. */
  pricesRevision: z.number().int().min(0),
  /** What the customer pays in all by the screen, in each currency once. */
  shownTotals: z.array(chargedMoney).min(1).max(mostBasketLines),
  externalReference: z.string().exactOptional(),
  /** The person was asked once more about a basket this large, and said that it is meant. */
  largeConfirmed: z.boolean().exactOptional(),
});

/** The orders in the order of their lines. */
export const placedBasket = z.object({ basket: uuid, orders: z.array(orderView) });

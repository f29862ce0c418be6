import type { ChargedMoney } from '../../../src-shared/contract/charges.ts';
import { totalOf } from '../../base/money/total.ts';
import type { Card } from '../catalogue/browse.ts';

/** One kind of card for the customer who is served. */
export interface BasketLine {
  readonly walletId: string;
  /** As it was when it was chosen: a later price is shown against this one. */
  readonly card: Card;
  readonly quantity: number;
  /** What the customer pays for one card by a person's word, with the decimals of its currency. */
  readonly otherPrice?: string;
  /** As it was read again where its wallet is not the open one. */
  readonly now?: Card;
  /** The person said that the same sale, still unsettled, is another one. */
  readonly besidesPending?: true;
}

/**
 * The lines with one more. Equal cards at one price are one line up to `most` of that card, and what is over is a line
 * of its own.
 */
export function withLine(
  lines: readonly BasketLine[],
  more: BasketLine,
  most: (card: Card) => number,
): readonly BasketLine[] {
  const full = Math.max(most(more.card), 1);
  let left = more.quantity;
  const filled = lines.map((line): BasketLine => {
    const isSame =
      line.walletId === more.walletId && line.card.id === more.card.id && line.otherPrice === more.otherPrice;
    const taken = isSame ? Math.max(0, Math.min(left, full - line.quantity)) : 0;
    left -= taken;
    // Of another quantity nobody said that it is another sale.
    return taken === 0 ? line : { ...ownPartOf(line), quantity: line.quantity + taken };
  });
  return left === 0 ? filled : [...filled, { ...more, quantity: left }];
}

/** The lines with another quantity at `index`; two lines of one card that fit into one become one. */
export function withQuantity(
  lines: readonly BasketLine[],
  index: number,
  quantity: number,
  most: (card: Card) => number,
): readonly BasketLine[] {
  return lines.reduce<readonly BasketLine[]>((kept, line, at) => {
    return withLine(kept, at === index ? { ...ownPartOf(line), quantity } : line, most);
  }, []);
}

function ownPartOf({ walletId, card, otherPrice }: BasketLine): Omit<BasketLine, 'quantity'> {
  return { walletId, card, ...(otherPrice === undefined ? {} : { otherPrice }) };
}

/** What the customer pays for a line: at the price of its card, or at the one typed; null without a price any more. */
export function lineTotal(
  { charge }: Pick<Card, 'charge'>,
  { quantity, otherPrice }: Pick<BasketLine, 'quantity' | 'otherPrice'>,
): ChargedMoney | null {
  if (charge === undefined) return null;
  const { amount, currency } = charge.price;
  return { amount: totalOf(otherPrice ?? amount, quantity), currency };
}

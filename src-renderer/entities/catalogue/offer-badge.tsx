import { shownAmount } from '../../../src-shared/money/shown-amount.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Card } from './browse.ts';

/** For people to read: what is paid is the price of the wallet, whatever the offer says. */
export function OfferBadge({ card: { hasSpecialOffer, specialOfferPrice } }: { card: Card }) {
  const text = useText();
  if (!hasSpecialOffer) return null;
  return (
    <Badge tone="accent">
      {specialOfferPrice === undefined
        ? text('catalogue.offer')
        : text('catalogue.offerPrice', { price: shownAmount(specialOfferPrice.amount, specialOfferPrice.currency) })}
    </Badge>
  );
}

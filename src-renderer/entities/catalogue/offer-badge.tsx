import { useText } from '../../base/i18n/use-text.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Card } from './browse.ts';

/** For people to read, without the service's price for it: what the customer pays is the charge. */
export function OfferBadge({ card: { hasSpecialOffer } }: { card: Card }) {
  const text = useText();
  if (!hasSpecialOffer) return null;
  return <Badge tone="accent">{text('catalogue.offer')}</Badge>;
}

import { useText } from '../../base/i18n/use-text.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Card } from './browse.ts';

/** Says that nobody set a selling price, and the customer pays what the wallet pays. */
export function ChargeSign({ charge }: { charge: Card['charge'] }) {
  const text = useText();
  return charge?.source === 'cost' ? <Badge tone="wait">{text('charge.atCost')}</Badge> : null;
}

import type { OrderView } from '../../../src-preload/contract/schemas.ts';
import { useText } from '../../app/i18n/use-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { toneOf } from './order-tone.ts';
import { hasCodesWaiting } from './orders-store.ts';

export function OrderBadge({ order }: { order: OrderView }) {
  const text = useText();
  return <Badge tone={toneOf(order)}>{hasCodesWaiting(order) ? text('tray.codesReady') : text(`state.${order.state}.name`)}</Badge>;
}

import type { OrderView } from '../../../src-preload/contract/schemas.ts';
import { useText } from '../../app/i18n/use-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { useCodesLock } from '../custody/custody-store.ts';
import { toneOf } from './order-tone.ts';
import { countedAs } from './order-words.ts';
import { hasCodesWaiting } from './orders-store.ts';

export function OrderBadge({ order }: { order: OrderView }) {
  const text = useText();
  const isLocked = useCodesLock(order.codesState) !== null;
  if (hasCodesWaiting(order)) return isLocked ? <Badge tone="neutral">{text('tray.codesLocked')}</Badge> : <Badge tone={toneOf(order)}>{text('tray.codesReady')}</Badge>;
  return <Badge tone={toneOf(order)}>{text(`state.${countedAs(order) ?? order.state}.name`)}</Badge>;
}

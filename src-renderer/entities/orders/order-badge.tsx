import type { OrderView } from '../../../src-shared/contract/schemas.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { useNow } from '../../base/use-now.ts';
import { Badge } from '../../ui/badge.tsx';
import { useCodesLock } from '../records/copy-status-store.ts';
import { toneOf } from './order-tone.ts';
import { countedAs } from './order-words.ts';
import { hasCodesWaiting } from './orders-store.ts';
import { asksWanted } from './wanted.ts';

/** One and the same word for an order, wherever it stands. */
export function OrderBadge({ order }: { order: OrderView }) {
  const text = useText();
  const asks = asksWanted(order, useNow(5000));
  const isLocked = useCodesLock(order.codesState) !== null;
  if (asks) return <Badge tone="bad">{text('tray.wanted')}</Badge>;
  if (hasCodesWaiting(order))
    return isLocked ? (
      <Badge tone="neutral">{text('tray.codesLocked')}</Badge>
    ) : (
      <Badge tone={toneOf(order)}>{text('tray.codesReady')}</Badge>
    );
  if (order.codesState === 'keptBack') return <Badge tone="neutral">{text('payment.what.void')}</Badge>;
  return <Badge tone={toneOf(order)}>{text(`state.${countedAs(order) ?? order.state}.name`)}</Badge>;
}

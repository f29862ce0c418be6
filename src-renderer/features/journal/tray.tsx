import { useMemo } from 'react';
import { Button } from 'react-aria-components/Button';

import type { OrderView } from '../../../src-preload/contract/schemas.ts';
import { useName, useText } from '../../app/i18n/use-text.ts';
import { useView } from '../../app/stores/view-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Money } from '../../ui/money.tsx';
import { Times } from '../../ui/times.tsx';
import { useNow } from '../../ui/use-now.ts';
import { askAgain } from '../checkout/ask-again.tsx';
import { trayId } from './focus-tray.ts';
import { OrderBadge } from './order-badge.tsx';
import { hasCodesWaiting, inTray, isUnsettled, useOrders } from './orders-store.ts';
import './tray.css';
import { asksWanted } from './wanted.ts';

/** Every unsettled sale, on every screen, so that none is forgotten while the next customer is served; and what ended with nothing bought, until somebody has looked. */
export function Tray() {
  const text = useText();
  const byId = useOrders((orders) => orders.byId);
  const untold = useOrders((orders) => orders.untold);
  const kept = useMemo(() => inTray({ byId, untold }), [byId, untold]);
  const unsettled = kept.filter(isUnsettled).length;
  return (
    <section className="tray" id={trayId} data-empty={kept.length === 0 ? '' : undefined} aria-label={text('tray.title')}>
      <p className="tray__count">
        <Icon name={kept.length === 0 ? 'check' : 'clock'} />
        {kept.length === 0 ? text('tray.none') : unsettled === 0 ? text('tray.unbought', { count: kept.length }) : text('tray.count', { count: unsettled })}
      </p>
      {kept.length === 0 ? null : (
        <ul className="tray__list">
          {kept.map((order) => <li key={order.operationId}><TrayItem order={order} /></li>)}
        </ul>
      )}
    </section>
  );
}

function TrayItem({ order }: { order: OrderView }) {
  const text = useText();
  const name = useName();
  const asks = asksWanted(order, useNow(5000));
  const { openOrder, openCodes } = useView.getState();
  const open = (): void => {
    if (hasCodesWaiting(order)) openCodes({ kind: 'order', operationId: order.operationId });
    else if (!askAgain(order)) openOrder(order.operationId);
  };
  return (
    <Button className="tray__item" onPress={open}>
      {asks ? <Badge tone="bad">{text('tray.wanted')}</Badge> : <OrderBadge order={order} />}
      <span className="tray__name">{name(order.cardName) ?? text('catalogue.unnamedCard')}</span>
      <Times quantity={order.quantity} />
      <Money {...order.total} />
    </Button>
  );
}

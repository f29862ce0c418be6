import { useEffect, useState } from 'react';
import { finalStates } from '../../../src-shared/contract/codes.ts';
import type { OrderView } from '../../../src-shared/contract/schemas.ts';
import { useName, useText } from '../../base/i18n/use-text.ts';
import { OrderBadge } from '../../entities/orders/order-badge.tsx';
import { useOrders } from '../../entities/orders/orders-store.ts';
import { useCheckout } from '../../entities/sale/checkout-store.ts';

/** Says to who hears the screen what became of a sale of an earlier customer. The one in hand says it itself. */
export function TrayNews() {
  const text = useText();
  const name = useName();
  const [latest, setLatest] = useState<string | null>(null);
  const order = useOrders(({ byId }) => (latest === null ? undefined : byId[latest]));
  useEffect(
    () =>
      useOrders.subscribe(({ byId }, before) => {
        if (byId === before.byId) return;
        const ended = Object.values(byId).find(
          (each) => hasEndedNow(before.byId[each.operationId], each) && !isInHand(each),
        );
        if (ended !== undefined) setLatest(ended.operationId);
      }),
    [],
  );
  return (
    // The mark keeps it heard while a sheet or a question hides all else around it.
    <p className="visually-hidden" role="status" data-live-announcer>
      {order === undefined ? null : (
        <>
          <bdi>{name(order.cardName) ?? text('catalogue.unnamedCard')}</bdi>: <OrderBadge order={order} />
        </>
      )}
    </p>
  );
}

/** What a person cancelled, that person knows. */
function hasEndedNow(before: OrderView | undefined, now: OrderView): boolean {
  if (before === undefined || before === now || isDecided(before)) return false;
  return isDecided(now) && now.state !== 'cancelled';
}

function isDecided({ state }: OrderView): boolean {
  return state === 'attention' || finalStates.includes(state);
}

function isInHand({ operationId, basket }: OrderView): boolean {
  const { stage } = useCheckout.getState();
  if (stage.kind !== 'watch') return false;
  const watched = useOrders.getState().byId[stage.operationId]?.basket?.id;
  return stage.operationId === operationId || (watched !== undefined && watched === basket?.id);
}

import type { OrderView } from '../../src-shared/contract/schemas.ts';
import { useView } from '../base/stores/view-store.ts';
import { useFound } from '../entities/orders/found-store.ts';
import { isUnsettled, newestFirst, useOrders } from '../entities/orders/orders-store.ts';
import { useCheckout } from '../entities/sale/checkout-store.ts';

/**
 * Enough for the cards that were sold last; older orders are read from the records again when somebody looks at them.
 */
const mostSettled = 200;

/**
 * Keeps the page as small after a day as in the morning: lets old settled orders go whenever a sale or an area is left.
 * Gives back what ends that.
 */
export function letGoOfSettled(): () => void {
  const stops = [useCheckout.subscribe(letGo), useView.subscribe(letGo)];
  return () => stops.forEach((stop) => stop());
}

function letGo(): void {
  const { area, codesTarget } = useView.getState();
  // A list that somebody reads may be of old ones.
  if (area === 'orders' || codesTarget !== null) return;
  const { byId, unseen } = useOrders.getState();
  const { stage } = useCheckout.getState();
  const isNeeded = (order: OrderView): boolean =>
    isUnsettled(order) ||
    unseen.includes(order.operationId) ||
    (stage.kind === 'watch' && stage.operationId === order.operationId);
  const old = newestFirst(Object.values(byId).filter((order) => !isNeeded(order))).slice(mostSettled);
  if (old.length === 0) return;
  const gone = new Set(old.map(({ operationId }) => operationId));
  useOrders.setState({ byId: Object.fromEntries(Object.entries(byId).filter(([id]) => !gone.has(id))) });
  useFound.setState(({ ids }) => ({ ids: ids.filter((id) => !gone.has(id)) }));
}

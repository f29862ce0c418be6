import type { OrderView } from '../../../src-shared/contract/schemas.ts';
import { useView } from '../../base/stores/view-store.ts';
import { linesOf } from '../../entities/orders/basket-orders.ts';
import { useOrders } from '../../entities/orders/orders-store.ts';
import { useCheckout } from '../../entities/sale/checkout-store.ts';

/**
 * Leaves the sheet of these orders, which was perhaps left meanwhile for that of another sale, and their sale where it
 * still stands. A basket of which a line did not come stays: its customer has still to hear of that.
 */
export function leaveSheet(orders: readonly Pick<OrderView, 'operationId' | 'basket'>[]): void {
  const { codesTarget, closeCodes } = useView.getState();
  const isOf = (id: string | undefined): boolean => orders.some(({ operationId }) => operationId === id);
  if (codesTarget?.kind === 'order' && isOf(codesTarget.operationId)) closeCodes();
  const { stage, clear } = useCheckout.getState();
  if (stage.kind !== 'watch') return;
  const { byId } = useOrders.getState();
  const basket = byId[stage.operationId]?.basket?.id;
  const isWatched =
    basket === undefined ? isOf(stage.operationId) : orders.some((order) => order.basket?.id === basket);
  const lines = basket === undefined ? [] : linesOf(byId, basket);
  const isOver = ({ codesState }: OrderView): boolean => codesState === 'handedOver' || codesState === 'keptBack';
  if (isWatched && lines.every(isOver)) clear();
}

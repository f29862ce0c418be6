import { useOrders } from './orders-store.ts';

/** What people call an order: the short number of its sale; its long one where no short one is known here. */
export function useSaleNumber<Id extends string | undefined>(operationId: Id): string | Id {
  return (
    useOrders(({ byId }) => (operationId === undefined ? undefined : byId[operationId]?.saleNumber)) ?? operationId
  );
}

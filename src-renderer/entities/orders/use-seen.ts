import { useLayoutEffect } from 'react';
import { useOrders } from './orders-store.ts';

/**
 * An order that is on the screen when it ends, or is opened after that, is seen; says whether it is. Marked before the
 * page is painted: it must not come up in the tray meanwhile.
 */
export function useSeen(operationId: string): boolean {
  const isUnseen = useOrders(({ unseen }) => unseen.includes(operationId));
  useLayoutEffect(() => {
    if (isUnseen) useOrders.getState().markSeen(operationId);
  }, [isUnseen, operationId]);
  return !isUnseen;
}

import { useLayoutEffect } from 'react';
import { useOrders } from './orders-store.ts';

/**
 * What is on the screen when it ends, or is opened after that, has told whoever looks; whether it has. Before the
 * picture: it must not come up in the tray meanwhile.
 */
export function useTold(operationId: string): boolean {
  const isUntold = useOrders(({ untold }) => untold.includes(operationId));
  useLayoutEffect(() => {
    if (isUntold) useOrders.getState().told(operationId);
  }, [isUntold, operationId]);
  return !isUntold;
}

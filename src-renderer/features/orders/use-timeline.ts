import { useEffect, useState } from 'react';
import type { OrderDetail } from '../../../src-shared/contract/schemas.ts';
import type { ShownFailure } from '../../base/shown-failure.ts';
import { readOrders, useOrders } from '../../entities/orders/orders-store.ts';

interface Read {
  readonly timeline: OrderDetail['timeline'] | null;
  readonly failure: ShownFailure | null;
}

/** The story of one order, read again whenever the order moves. */
export function useTimeline(operationId: string): Read {
  const [read, setRead] = useState<Read>({ timeline: null, failure: null });
  const order = useOrders((orders) => orders.byId[operationId]);
  const isKnown = order !== undefined;
  useEffect(() => {
    let current = true;
    // Only an order not heard of before is kept: keeping a known one again would read its timeline for ever.
    void readOrders(
      (bridge) => bridge.orders.read({ operationId }),
      (detail) => (isKnown ? [] : [detail.order]),
    ).then((result) => {
      if (current)
        setRead(
          result.ok ? { timeline: result.value.timeline, failure: null } : { timeline: null, failure: result.error },
        );
    });
    return () => {
      current = false;
    };
  }, [operationId, order, isKnown]);
  return read;
}

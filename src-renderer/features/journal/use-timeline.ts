import { useEffect, useState } from 'react';

import type { OrderDetail } from '../../../src-preload/contract/schemas.ts';
import { ask } from '../../app/bridge.ts';
import type { ShownFailure } from '../../app/shown-failure.ts';
import { useOrders } from './orders-store.ts';

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
    void ask((bridge) => bridge.orders.read({ operationId })).then((result) => {
      if (!current) return;
      setRead(result.ok ? { timeline: result.value.timeline, failure: null } : { timeline: null, failure: result.error });
      // Only an order not heard of before: keeping a known one again would read its timeline for ever.
      if (result.ok && !isKnown) useOrders.getState().keep([result.value.order]);
    });
    return () => {
      current = false;
    };
  }, [operationId, order, isKnown]);
  return read;
}

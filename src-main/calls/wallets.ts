import type { CallHandlers } from '../../src-preload/contract/schemas.ts';
import { ok } from '../core/result.ts';
import { counterOf } from './context.ts';
import type { CallContext } from './context.ts';

export function walletCalls(context: CallContext): CallHandlers['wallets'] {
  return {
    list: async () => {
      const counter = counterOf(context);
      if (!counter.ok) return counter;
      const { catalogue } = counter.value;
      const fresh = await catalogue.syncWallets();
      const cached = fresh.ok ? fresh.value : catalogue.cachedWallets();
      // Offline, the balances last seen are shown with their age rather than nothing.
      const [first] = cached;
      if (first === undefined) return fresh.ok ? ok({ items: [], readAt: new Date(context.ports.clock.nowMs()).toISOString(), fresh: true }) : fresh;
      return ok({ items: cached.map(({ wallet }) => wallet), readAt: first.readAt, fresh: fresh.ok });
    },
  };
}

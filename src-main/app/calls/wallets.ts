import type { CallHandlers, CallOutput } from '../../../src-shared/contract/schemas.ts';
import type { Catalogue, ReadWallets } from '../../catalogue/catalogue.ts';
import { ok } from '../../core/result.ts';
import { atCounter, type CallContext } from './context.ts';

export function walletCalls(context: CallContext): CallHandlers['wallets'] {
  return {
    read: () => atCounter(context, ({ catalogue }) => ok(keptWallets(catalogue))),
    list: () =>
      atCounter(context, async ({ catalogue }) => {
        const fresh = await catalogue.syncWallets();
        if (fresh.ok) return ok(freshWallets(fresh.value, context.ports.clock.nowMs()));
        // Offline, the balances last seen are shown with their age rather than nothing.
        const kept = keptWallets(catalogue);
        return kept === null ? fresh : ok(kept);
      }),
  };
}

function freshWallets({ wallets, ...rest }: ReadWallets, nowMs: number): CallOutput<'wallets', 'list'> {
  const readAt = wallets[0]?.readAt ?? new Date(nowMs).toISOString();
  return { items: wallets.map(({ wallet }) => wallet), readAt, fresh: true, ...rest };
}

function keptWallets(catalogue: Catalogue): CallOutput<'wallets', 'read'> {
  const kept = catalogue.cachedWallets();
  const [first] = kept;
  return first === undefined ? null : { items: kept.map(({ wallet }) => wallet), readAt: first.readAt, fresh: false };
}

import type { Failure } from '../../../src-shared/contract/codes.ts';
import { initialPreferences } from '../../../src-shared/contract/initial-preferences.ts';
import type { CallHandlers, CallOutput } from '../../../src-shared/contract/schemas.ts';
import type { Catalogue, ReadWallets } from '../../catalogue/catalogue.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { topUpText } from '../../day/views/top-up-text.ts';
import type { Counter } from '../counter/counter.ts';
import { judgedWallets, type LowChoices } from '../counter/low-wallets.ts';
import { atCounter, type CallContext } from './context.ts';
import { knowsCost } from './cost.ts';

export function walletCalls(context: CallContext): CallHandlers['wallets'] {
  const judged = (counter: Counter) =>
    judgedWallets({ ...counter, choices: lowChoicesOf(context), seesCost: knowsCost(context) });
  return {
    read: () => atCounter(context, ({ catalogue }) => ok(keptWallets(catalogue))),
    list: () =>
      atCounter(context, async ({ catalogue }) => {
        const fresh = await catalogue.syncWallets();
        if (fresh.ok) return ok(freshWallets(fresh.value, context.ports.clock.nowMs()));
        // Offline, the balances last seen are shown with their age rather than nothing.
        const kept = keptWallets(catalogue);
        return kept === null ? fresh : ok({ ...kept, failure: fresh.error });
      }),
    low: () =>
      atCounter(context, async (counter) => {
        await counter.averageDays.read();
        return ok({ items: judged(counter).map(({ low }) => low) });
      }),
    copyTopUp: ({ walletId }) =>
      atCounter(context, async (counter) => {
        await counter.averageDays.read();
        const text = topUpTextOf(context, counter, walletId);
        if (!text.ok) return text;
        const copied = await context.ports.clipboard?.write(text.value);
        return copied === true ? ok({ copied }) : err({ code: 'clipboard_unavailable' });
      }),
  };
}

export function lowChoicesOf(context: CallContext): LowChoices {
  return context.current()?.preferences.read() ?? initialPreferences;
}

function topUpTextOf(context: CallContext, counter: Counter, walletId: string): Result<string, Failure> {
  const cached = counter.catalogue.cachedWallets().find(({ wallet }) => wallet.id === walletId);
  if (cached === undefined) return err({ code: 'input_invalid', field: 'walletId' });
  const { wallet, readAt } = cached;
  // Also where a person said what low is: the average day is what a top-up is reckoned by.
  const average = knowsCost(context) ? counter.averageDays.known(wallet.id, wallet.currency) : null;
  return ok(
    topUpText({
      language: context.settings.read().language,
      shop: (context.current()?.preferences.read() ?? initialPreferences).shop,
      walletName: wallet.name ?? null,
      balance: wallet.balance,
      asOf: wallet.balance.asOf ?? readAt,
      averageDay: average ?? null,
    }),
  );
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

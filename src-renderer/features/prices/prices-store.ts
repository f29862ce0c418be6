import { create } from 'zustand';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { PriceChange, PriceListView } from '../../../src-shared/contract/prices.ts';
import type { CallResult, CounterBridge } from '../../../src-shared/contract/schemas.ts';
import { ask } from '../../base/bridge.ts';
import { turnsOf } from '../../base/stores/turns.ts';
import { useCatalogue } from '../../entities/catalogue/catalogue-store.ts';

interface Prices {
  /** Null until main has been asked. */
  readonly list: PriceListView | null;
  readonly changes: readonly PriceChange[];
  readonly hasMore: boolean;
  readonly failure: Failure | null;
  load: () => Promise<void>;
  /** One of the calls that change what customers pay; the cards on the screen follow. */
  change: (call: (prices: CounterBridge['prices']) => Promise<CallResult<PriceListView>>) => Promise<Failure | null>;
}

/** What customers pay, by whose word; only for who may know the cost. */
export const usePrices = create<Prices>()((set, get) => ({
  list: null,
  changes: [],
  hasMore: false,
  failure: null,
  load: async () => {
    const { isNews } = turn();
    const [list, history] = await Promise.all([
      ask((bridge) => bridge.prices.read({})),
      ask((bridge) => bridge.prices.history({})),
    ]);
    if (!isNews()) return;
    if (!list.ok) set({ failure: list.error });
    else if (!history.ok) set({ failure: history.error });
    else set({ list: list.value, changes: history.value.items, hasMore: history.value.hasMore, failure: null });
  },
  change: async (call) => {
    const changed = await ask((bridge) => call(bridge.prices));
    if (!changed.ok) return changed.error;
    turn().isNews();
    set({ list: changed.value });
    await Promise.all([get().load(), useCatalogue.getState().recharge()]);
    return null;
  },
}));

const turn = turnsOf(usePrices);

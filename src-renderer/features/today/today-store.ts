import { create } from 'zustand';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { TodayView } from '../../../src-shared/contract/today.ts';
import { ask } from '../../base/bridge.ts';
import { turnsOf, type Turn } from '../../base/stores/turns.ts';

interface Today {
  /** A failed reading keeps what was read before. */
  readonly view: TodayView | null;
  readonly failure: Failure | null;
  look: () => Promise<void>;
}

export const useToday = create<Today>()((set) => {
  const read = async ({ isLast }: Turn): Promise<TodayView | null> => {
    const view = await ask(({ today }) => today.view({}));
    if (!isLast()) return null;
    set(view.ok ? { view: view.value, failure: null } : { failure: view.error });
    return view.ok ? view.value : null;
  };
  return {
    view: null,
    failure: null,
    look: async () => {
      const mine = turn();
      const view = await read(mine);
      if (view?.wallets.isUnread !== true) return;
      // Its answer comes once an average day is read, which nothing else of this waits for.
      const low = await ask(({ wallets }) => wallets.low({}));
      if (low.ok && mine.isLast()) await read(mine);
    },
  };
});

const turn = turnsOf(useToday);

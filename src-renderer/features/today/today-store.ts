import { create } from 'zustand';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { TodayView } from '../../../src-shared/contract/today.ts';
import { ask } from '../../base/bridge.ts';

interface Today {
  /** A failed reading keeps what was read before. */
  readonly view: TodayView | null;
  readonly failure: Failure | null;
  look: () => Promise<void>;
}

/** Counts what was asked for: an older answer takes nothing of a newer one back, nor comes to the next person. */
let asked = 0;

export const useToday = create<Today>()((set) => {
  const read = async (mine: number): Promise<TodayView | null> => {
    const view = await ask(({ today }) => today.view({}));
    if (mine !== asked) return null;
    set(view.ok ? { view: view.value, failure: null } : { failure: view.error });
    return view.ok ? view.value : null;
  };
  return {
    view: null,
    failure: null,
    look: async () => {
      const mine = (asked += 1);
      const view = await read(mine);
      if (view?.wallets.isUnread !== true) return;
      // Its answer comes once an average day is read, which nothing else of this waits for.
      const low = await ask(({ wallets }) => wallets.low({}));
      if (low.ok && mine === asked) await read(mine);
    },
  };
});

export function forgetToday(): void {
  asked += 1;
  useToday.setState(useToday.getInitialState(), true);
}

import type { StoreApi } from 'zustand';

/** One asking of several that may be answered in any order. */
export interface Turn {
  /** Whether its answer may be shown: no newer one was, and the store was not emptied since. Asked once. */
  readonly isNews: () => boolean;
  /** Whether nothing was asked after it, and the store was not emptied since. */
  readonly isLast: () => boolean;
}

type Store<T> = Pick<StoreApi<T>, 'setState' | 'getInitialState'>;

interface Count {
  asked: number;
  heard: number;
}

const countsOf = new WeakMap<object, Map<string, Count>>();

/** Gives each asking of a store its turn, among those for the same thing. */
export function turnsOf<T>(store: Store<T>): (of?: string) => Turn {
  const counts = new Map<string, Count>();
  countsOf.set(store, counts);
  return (of = '') => {
    const count = counts.get(of) ?? { asked: 0, heard: 0 };
    counts.set(of, count);
    const mine = (count.asked += 1);
    return {
      isNews: () => {
        if (mine <= count.heard) return false;
        count.heard = mine;
        return true;
      },
      isLast: () => mine === count.asked,
    };
  };
}

/** Leaves nothing of a store to the next person or counter, nor what is still to be answered. */
export function forget<T>(store: Store<T>): void {
  for (const count of countsOf.get(store)?.values() ?? []) count.heard = count.asked += 1;
  store.setState(store.getInitialState(), true);
}

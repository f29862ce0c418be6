import type { StoreApi } from 'zustand';

/** One asking of several that may be answered in any order. */
export interface Turn {
  /** Whether its answer may be shown: no newer one was, and the store was not emptied since. Asked once. */
  readonly isNews: () => boolean;
  /** Whether nothing was asked after it, and the store was not emptied since. */
  readonly isLast: () => boolean;
  /** Whether the store was not emptied since, for answers that each stand for themselves. */
  readonly isHere: () => boolean;
}

type Store<T> = Pick<StoreApi<T>, 'setState' | 'getInitialState'>;

interface Count {
  asked: number;
  heard: number;
}

interface Asked {
  readonly counts: Map<string, Count>;
  emptied: number;
}

const askedOf = new WeakMap<object, Asked>();

/** Gives each asking of a store its turn, among those for the same thing. */
export function turnsOf<T>(store: Store<T>): (of?: string) => Turn {
  const counts = new Map<string, Count>();
  const asked: Asked = { counts, emptied: 0 };
  askedOf.set(store, asked);
  return (of = '') => {
    const count = counts.get(of) ?? { asked: 0, heard: 0 };
    counts.set(of, count);
    const mine = (count.asked += 1);
    const { emptied } = asked;
    return {
      isNews: () => {
        if (mine <= count.heard) return false;
        count.heard = mine;
        return true;
      },
      isLast: () => mine === count.asked,
      isHere: () => emptied === asked.emptied,
    };
  };
}

/** Leaves nothing of a store to the next person or counter, nor what is still to be answered. */
export function forget<T>(store: Store<T>): void {
  const asked = askedOf.get(store);
  if (asked !== undefined) {
    asked.emptied += 1;
    for (const count of asked.counts.values()) count.heard = count.asked += 1;
  }
  store.setState(store.getInitialState(), true);
}

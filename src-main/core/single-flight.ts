/** Lets the work of one key run once at a time: whoever asks while it is under way gets its outcome. */
export interface SingleFlight<K extends string, T> {
  /** The outcome of the work that is under way for `key`, or of `work`, which is then begun. */
  run(key: K, work: () => Promise<T>): Promise<T>;
  isUnderWay(key: K): boolean;
  /** Those whose work is under way, the one begun first at the beginning. */
  keys(): readonly K[];
  /** Resolves once nothing is under way for `key`, whatever came of it. */
  ended(key: K): Promise<void>;
}

export function createSingleFlight<K extends string, T>(): SingleFlight<K, T> {
  const underWay = new Map<K, Promise<T>>();
  return {
    run: (key, work) => {
      const running = underWay.get(key);
      if (running !== undefined) return running;
      const started = work().finally(() => underWay.delete(key));
      underWay.set(key, started);
      return started;
    },
    isUnderWay: (key) => underWay.has(key),
    keys: () => [...underWay.keys()],
    ended: async (key) => {
      for (let running = underWay.get(key); running !== undefined; running = underWay.get(key))
        await Promise.allSettled([running]);
    },
  };
}

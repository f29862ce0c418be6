/** One piece of work at a time for each key: whoever comes second gets the outcome of the first. */
export interface SingleFlight<Key, Outcome> {
  run(key: Key, work: () => Promise<Outcome>): Promise<Outcome>;
  isUnderWay(key: Key): boolean;
  keys(): readonly Key[];
  /** Resolves when nothing is under way for the key. */
  ended(key: Key): Promise<void>;
}

export function createSingleFlight<Key, Outcome>(): SingleFlight<Key, Outcome> {
  const underWay = new Map<Key, Promise<Outcome>>();
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
      for (let running = underWay.get(key); running !== undefined; running = underWay.get(key)) await running;
    },
  };
}

import { err } from '../../core/result.ts';
import { JournalUnavailable } from '../../journal/journal-failure.ts';

/** Work under way that must end before the records are closed. */
export interface UnderWay {
  readonly track: <T>(work: Promise<T>) => Promise<T>;
  /** Resolves when nothing is under way any more. */
  readonly ended: () => Promise<void>;
}

export function createUnderWay(): UnderWay {
  const works = new Set<Promise<unknown>>();
  return {
    track: async (work) => {
      works.add(work);
      try {
        return await work;
      } finally {
        works.delete(work);
      }
    },
    ended: async () => {
      while (works.size > 0) await Promise.allSettled(works);
    },
  };
}

/**
 * The calls of one domain, where a journal that fails under a read becomes an answer like any other failure. `track`
 * sees each call while it runs.
 */
export function trackedCalls<D extends object>(domain: D, track: UnderWay['track']): D {
  return new Proxy(domain, {
    get: (target, name) => {
      const call: unknown = Reflect.get(target, name);
      return typeof call === 'function'
        ? (input: unknown) => track(answerOf(() => Reflect.apply(call, undefined, [input])))
        : call;
    },
  });
}

async function answerOf(call: () => unknown): Promise<unknown> {
  try {
    return await call();
  } catch (thrown) {
    if (thrown instanceof JournalUnavailable) return err(thrown.failure);
    throw thrown;
  }
}

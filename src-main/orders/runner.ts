import type { Clock } from '../core/ports.ts';
import type { OperationId } from '../core/ids.ts';
import { JournalUnavailable } from '../journal/journal-failure.ts';
import type { OrderBook } from './book.ts';
import type { OrderEngine } from './engine.ts';
import type { OrderCall } from './verdict.ts';

/** Keeps pending orders going while the app is open: each by its own durable schedule, few at a time. */
export interface OrderRunner {
  /** What got no answer at all when it was last tried does not wait for its pause. */
  start(): void;
  /** Looks at the schedules now instead of at the next tick. */
  wake(): void;
  /** The service can be reached again: what got no answer at all does not wait for its pause. */
  networkReturned(): void;
  /** Starts nothing more and resolves when the attempts under way have ended. */
  stop(): Promise<void>;
}

const tickMs = 1_000;
/** A sale never waits behind reads that settle old orders (design, "Budget"), also where each of those takes its full time. */
const atOnce: Readonly<Record<OrderCall, number>> = { createPartnerOrder: 6, getPartnerOrder: 1 };
/** How long an operation rests whose attempt could not even be recorded or sealed: asking again at once would change nothing. */
const restMs = 15_000;

export function createOrderRunner(book: Pick<OrderBook, 'due' | 'unreached'>, engine: Pick<OrderEngine, 'next' | 'resume'>, clock: Clock, reportBug: (error: unknown) => void): OrderRunner {
  const running = new Map<OperationId, { readonly call: OrderCall; readonly ended: Promise<void> }>();
  const restingUntilMs = new Map<OperationId, number>();
  const unreached = new Set<OperationId>();
  let stopping: AbortController | null = null;
  let waking = new AbortController();

  const goOn = async (operationId: OperationId): Promise<void> => {
    let failed = true;
    try {
      failed = !(await engine.resume(operationId, 0)).ok;
    } catch (error) {
      if (!(error instanceof JournalUnavailable)) reportBug(error);
    } finally {
      running.delete(operationId);
      if (failed) restingUntilMs.set(operationId, clock.monotonicMs() + restMs);
      else restingUntilMs.delete(operationId);
    }
  };
  const dueCalls = (): readonly { readonly operationId: OperationId; readonly call: OrderCall }[] => {
    const nowMs = clock.nowMs();
    const rested = (operationId: OperationId): boolean => (restingUntilMs.get(operationId) ?? 0) <= clock.monotonicMs();
    const candidates = new Set([...book.due(nowMs), ...unreached]);
    return [...candidates].filter((operationId) => !running.has(operationId) && rested(operationId)).flatMap((operationId) => {
      const next = engine.next(operationId);
      if (next === null) unreached.delete(operationId);
      const isDue = next !== null && (next.atMs <= nowMs || unreached.has(operationId));
      return isDue ? [{ operationId, call: next.call }] : [];
    });
  };
  const startDue = (): void => {
    for (const { operationId, call } of dueCalls()) {
      const busy = [...running.values()].filter((one) => one.call === call).length;
      if (busy >= atOnce[call]) continue;
      unreached.delete(operationId);
      running.set(operationId, { call, ended: goOn(operationId) });
    }
  };
  const wakeUnreached = (): void => {
    // One after the other may have ended by another way until its turn comes: what comes next for it is looked up then.
    for (const operationId of guardedUnreached(book, reportBug)) unreached.add(operationId);
  };
  const loop = async (stop: AbortSignal): Promise<void> => {
    while (!stop.aborted) {
      try {
        startDue();
      } catch (error) {
        // The file may come back; until then there is nothing to go on with.
        if (!(error instanceof JournalUnavailable)) reportBug(error);
      }
      await clock.sleep(tickMs, AbortSignal.any([stop, waking.signal]));
      if (waking.signal.aborted) waking = new AbortController();
    }
  };
  return {
    start: () => {
      if (stopping !== null) return;
      stopping = new AbortController();
      wakeUnreached();
      void loop(stopping.signal);
    },
    wake: () => waking.abort(),
    networkReturned: () => {
      wakeUnreached();
      waking.abort();
    },
    stop: async () => {
      stopping?.abort();
      await Promise.all([...running.values()].map(({ ended }) => ended));
    },
  };
}

function guardedUnreached(book: Pick<OrderBook, 'unreached'>, reportBug: (error: unknown) => void): readonly OperationId[] {
  try {
    return book.unreached();
  } catch (error) {
    if (!(error instanceof JournalUnavailable)) reportBug(error);
    return [];
  }
}

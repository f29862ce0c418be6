import type { Clock } from '../core/ports.ts';
import type { OperationId } from '../core/ids.ts';
import type { OrderBook } from './book.ts';
import type { OrderEngine } from './engine.ts';

/** Keeps pending orders going while the app is open: each by its own durable schedule, few at a time. */
export interface OrderRunner {
  start(): void;
  /** Looks at the schedules now instead of at the next tick. */
  wake(): void;
  /** Starts nothing more and resolves when the attempts under way have ended. */
  stop(): Promise<void>;
}

const tickMs = 1_000;
const maximumAtOnce = 2;

export function createOrderRunner(book: OrderBook, engine: OrderEngine, clock: Clock): OrderRunner {
  const running = new Map<OperationId, Promise<unknown>>();
  let stopping: AbortController | null = null;
  let waking = new AbortController();

  const startDue = (): void => {
    for (const operationId of book.pending()) {
      if (running.size >= maximumAtOnce) return;
      const next = running.has(operationId) ? null : engine.next(operationId);
      if (next === null || next.atMs > clock.nowMs()) continue;
      running.set(operationId, engine.resume(operationId, 0).finally(() => running.delete(operationId)));
    }
  };
  const loop = async (stop: AbortSignal): Promise<void> => {
    while (!stop.aborted) {
      startDue();
      await clock.sleep(tickMs, AbortSignal.any([stop, waking.signal]));
      if (waking.signal.aborted) waking = new AbortController();
    }
  };
  return {
    start: () => {
      if (stopping !== null) return;
      stopping = new AbortController();
      void loop(stopping.signal);
    },
    wake: () => waking.abort(),
    stop: async () => {
      stopping?.abort();
      await Promise.allSettled(running.values());
    },
  };
}

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

type RunnerBook = Pick<OrderBook, 'due' | 'unreached'>;
type RunnerEngine = Pick<OrderEngine, 'next' | 'resume'>;

export function createOrderRunner(book: RunnerBook, engine: RunnerEngine, clock: Clock, reportBug: (error: unknown) => void): OrderRunner {
  return new TickingRunner(book, engine, clock, reportBug);
}

class TickingRunner implements OrderRunner {
  readonly #book: RunnerBook;
  readonly #engine: RunnerEngine;
  readonly #clock: Clock;
  readonly #reportBug: (error: unknown) => void;
  readonly #running = new Map<OperationId, { readonly call: OrderCall; readonly ended: Promise<void> }>();
  readonly #restingUntilMs = new Map<OperationId, number>();
  readonly #unreached = new Set<OperationId>();
  #stopping: AbortController | null = null;
  #waking = new AbortController();

  constructor(book: RunnerBook, engine: RunnerEngine, clock: Clock, reportBug: (error: unknown) => void) {
    this.#book = book;
    this.#engine = engine;
    this.#clock = clock;
    this.#reportBug = reportBug;
  }

  start(): void {
    if (this.#stopping !== null) return;
    this.#stopping = new AbortController();
    this.#wakeUnreached();
    void this.#loop(this.#stopping.signal);
  }

  wake(): void {
    this.#waking.abort();
  }

  networkReturned(): void {
    this.#wakeUnreached();
    this.wake();
  }

  async stop(): Promise<void> {
    this.#stopping?.abort();
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
  }

  async #loop(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      this.#unlessUnavailable(() => this.#startDue());
      await this.#clock.sleep(tickMs, AbortSignal.any([stop, this.#waking.signal]));
      if (this.#waking.signal.aborted) this.#waking = new AbortController();
    }
  }

  #startDue(): void {
    for (const { operationId, call } of this.#dueCalls()) {
      const busy = [...this.#running.values()].filter((one) => one.call === call).length;
      if (busy >= atOnce[call]) continue;
      this.#unreached.delete(operationId);
      this.#running.set(operationId, { call, ended: this.#goOn(operationId) });
    }
  }

  #dueCalls(): readonly { readonly operationId: OperationId; readonly call: OrderCall }[] {
    const nowMs = this.#clock.nowMs();
    const candidates = [...new Set([...this.#book.due(nowMs), ...this.#unreached])];
    return candidates.filter((operationId) => !this.#running.has(operationId) && this.#isRested(operationId)).flatMap((operationId) => {
      const next = this.#engine.next(operationId);
      if (next === null) this.#unreached.delete(operationId);
      const isDue = next !== null && (next.atMs <= nowMs || this.#unreached.has(operationId));
      return isDue ? [{ operationId, call: next.call }] : [];
    });
  }

  #isRested(operationId: OperationId): boolean {
    return (this.#restingUntilMs.get(operationId) ?? 0) <= this.#clock.monotonicMs();
  }

  async #goOn(operationId: OperationId): Promise<void> {
    let failed = true;
    try {
      failed = !(await this.#engine.resume(operationId, 0, 'asAsked')).ok;
    } catch (error) {
      if (!(error instanceof JournalUnavailable)) this.#reportBug(error);
    } finally {
      this.#running.delete(operationId);
      if (failed) this.#restingUntilMs.set(operationId, this.#clock.monotonicMs() + restMs);
      else this.#restingUntilMs.delete(operationId);
    }
  }

  #wakeUnreached(): void {
    this.#unlessUnavailable(() => {
      // One after the other may have ended by another way until its turn comes: what comes next for it is looked up then.
      for (const operationId of this.#book.unreached()) this.#unreached.add(operationId);
    });
  }

  /** The file of the records may come back; until then there is nothing to go on with. */
  #unlessUnavailable(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof JournalUnavailable)) this.#reportBug(error);
    }
  }
}

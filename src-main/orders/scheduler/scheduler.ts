import type { OperationId } from '../../core/ids.ts';
import type { Clock } from '../../core/ports.ts';
import { JournalUnavailable } from '../../journal/journal-failure.ts';
import type { OrderDriver } from '../driver/driver.ts';
import type { OrderRecords } from '../records/order-records.ts';
import { createSchedule, lines, type Line, type Look, type Schedule } from './schedule.ts';

/** Keeps pending orders going while the app is open: each by its own durable schedule, few at a time. */
export interface OrderScheduler {
  /** What got no answer at all when it was last tried does not wait for its pause. */
  start(): void;
  /** Looks at the schedules now instead of at the next tick; one that was not started yet starts. */
  wake(): void;
  /** The service can be reached again: what got no answer at all does not wait for its pause. */
  networkReturned(): void;
  /** Starts nothing more and resolves when the attempts under way have ended. */
  stop(): Promise<void>;
}

const tickMs = 1_000;
/**
 * Each line has slots of its own: a sale never waits behind orders that go out again, and neither waits behind reads
 * that settle old orders, even if each takes its full time (decision 0029).
 */
const slots: Readonly<Record<Line, number>> = { first: 4, again: 3, read: 1 };
/**
 * How long an operation is left alone if its attempt could not even be recorded or sealed, or if only a person can go
 * on with it.
 */
const leftAloneMs = 15_000;

type SchedulerRecords = Pick<OrderRecords, 'scheduled' | 'scheduleSince'>;
type SchedulerDriver = Pick<OrderDriver, 'next' | 'resume'>;

export function createOrderScheduler(
  records: SchedulerRecords,
  driver: SchedulerDriver,
  clock: Clock,
  reportBug: (error: unknown) => void,
): OrderScheduler {
  return new TickingScheduler(records, driver, clock, reportBug);
}

class TickingScheduler implements OrderScheduler {
  readonly #driver: SchedulerDriver;
  readonly #clock: Clock;
  readonly #reportBug: (error: unknown) => void;
  readonly #schedule: Schedule;
  readonly #running = new Map<OperationId, { readonly line: Line; readonly ended: Promise<void> }>();
  #stopping: AbortController | null = null;
  #waking = new AbortController();

  constructor(records: SchedulerRecords, driver: SchedulerDriver, clock: Clock, reportBug: (error: unknown) => void) {
    this.#driver = driver;
    this.#clock = clock;
    this.#reportBug = reportBug;
    this.#schedule = createSchedule(records, clock);
  }

  start(): void {
    if (this.#stopping !== null) return;
    this.#stopping = new AbortController();
    this.#unlessUnavailable(() => this.#schedule.begin());
    this.#readOn();
    void this.#loop(this.#stopping.signal);
  }

  wake(): void {
    if (this.#stopping === null) {
      this.start();
      return;
    }
    this.#schedule.lookAgain();
    this.#waking.abort();
  }

  networkReturned(): void {
    this.#unlessUnavailable(() => this.#schedule.wakeUnreached());
    this.wake();
  }

  async stop(): Promise<void> {
    // One that is stopped before its start does not start any more.
    this.#stopping ??= new AbortController();
    this.#stopping.abort();
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
  }

  async #loop(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      this.#unlessUnavailable(() => this.#schedule.lineUp());
      this.#unlessUnavailable(() => this.#fillSlots());
      await this.#clock.sleep(tickMs, AbortSignal.any([stop, this.#waking.signal]));
      if (this.#waking.signal.aborted) this.#waking = new AbortController();
    }
  }

  /** A page in each turn: the screens have theirs between. */
  #readOn(): void {
    setImmediate(() => {
      if (this.#stopping?.signal.aborted !== false) return;
      this.#unlessUnavailable(() => {
        if (this.#schedule.readOn()) this.#readOn();
      });
    });
  }

  #fillSlots(): void {
    // Twice: a look may move an order into a line that has had its turn.
    for (const line of [...lines, ...lines]) {
      while ([...this.#running.values()].filter((one) => one.line === line).length < slots[line]) {
        const operationId = this.#schedule.take(line, (candidate, isWoken) => this.#look(candidate, isWoken));
        if (operationId === null) break;
        this.#running.set(operationId, { line, ended: this.#goOn(operationId) });
      }
    }
  }

  /** A woken order does not wait for a pause of our own, only for one that the service asked for. */
  #look(operationId: OperationId, isWoken: boolean): Look {
    const next = this.#driver.next(operationId, isWoken);
    if (next === null) return { againInMs: leftAloneMs };
    const inMs = next.atMs - this.#clock.nowMs();
    return inMs <= 0 ? { call: next.call } : { againInMs: Math.min(inMs, leftAloneMs) };
  }

  async #goOn(operationId: OperationId): Promise<void> {
    let failed = true;
    try {
      failed = !(await this.#driver.resume(operationId, 0, 'asAsked')).ok;
    } catch (error) {
      if (!(error instanceof JournalUnavailable)) this.#reportBug(error);
    } finally {
      this.#running.delete(operationId);
      this.#schedule.ended(operationId, failed ? leftAloneMs : 0);
      // In a turn of its own: what ends at once, as while the service rests, would else hold up the screens.
      setImmediate(() => {
        if (this.#stopping?.signal.aborted === false) this.#unlessUnavailable(() => this.#fillSlots());
      });
    }
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

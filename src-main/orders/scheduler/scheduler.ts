import type { OperationId } from '../../core/ids.ts';
import type { Clock } from '../../core/ports.ts';
import { JournalUnavailable } from '../../journal/journal-failure.ts';
import type { OrderDriver } from '../driver/driver.ts';
import type { OrderCall } from '../machine/events.ts';
import type { OrderRecords } from '../records/order-records.ts';

/** Keeps pending orders going while the app is open: each by its own durable schedule, few at a time. */
export interface OrderScheduler {
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
/**
 * Each line has slots of its own: a sale never waits behind an order that goes out again, nor either behind reads that
 * settle old orders, also where each of those takes its full time (decision 0029).
 */
const slots: Readonly<Record<Line, number>> = { first: 4, again: 3, read: 1 };
/**
 * How long an operation is left alone whose attempt could not even be recorded or sealed, or that only a person can go
 * on with.
 */
const leftAloneMs = 15_000;

type SchedulerRecords = Pick<OrderRecords, 'due' | 'unsent' | 'unreached'>;
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
  readonly #records: SchedulerRecords;
  readonly #driver: SchedulerDriver;
  readonly #clock: Clock;
  readonly #reportBug: (error: unknown) => void;
  readonly #lines: WaitingLines;
  readonly #running = new Map<OperationId, { readonly line: Line; readonly ended: Promise<void> }>();
  readonly #unreached = new Set<OperationId>();
  #stopping: AbortController | null = null;
  #waking = new AbortController();

  constructor(records: SchedulerRecords, driver: SchedulerDriver, clock: Clock, reportBug: (error: unknown) => void) {
    this.#records = records;
    this.#driver = driver;
    this.#clock = clock;
    this.#reportBug = reportBug;
    this.#lines = createWaitingLines(() => clock.monotonicMs());
  }

  start(): void {
    if (this.#stopping !== null) return;
    this.#stopping = new AbortController();
    this.#wakeUnreached();
    void this.#loop(this.#stopping.signal);
  }

  wake(): void {
    this.#lines.lookAgain();
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
      this.#unlessUnavailable(() => this.#lineUp());
      this.#unlessUnavailable(() => this.#fillSlots());
      await this.#clock.sleep(tickMs, AbortSignal.any([stop, this.#waking.signal]));
      if (this.#waking.signal.aborted) this.#waking = new AbortController();
    }
  }

  /** Who is due is read once a tick; a slot that gets free is filled from there. */
  #lineUp(): void {
    const nowMs = this.#clock.nowMs();
    const due = new Set([...this.#records.due(nowMs), ...this.#unreached]);
    this.#lines.set(
      [...due].filter((operationId) => !this.#running.has(operationId)),
      this.#records.unsent(nowMs),
    );
  }

  #fillSlots(): void {
    for (const line of lines) {
      while ([...this.#running.values()].filter((one) => one.line === line).length < slots[line]) {
        const operationId = this.#lines.take(line, (candidate) => this.#look(candidate));
        if (operationId === null) break;
        this.#unreached.delete(operationId);
        this.#running.set(operationId, { line, ended: this.#goOn(operationId) });
      }
    }
  }

  #look(operationId: OperationId): Look {
    const next = this.#driver.next(operationId);
    if (next === null) this.#unreached.delete(operationId);
    if (next === null) return { againInMs: leftAloneMs };
    const inMs = next.atMs - this.#clock.nowMs();
    return inMs <= 0 || this.#unreached.has(operationId)
      ? { call: next.call }
      : { againInMs: Math.min(inMs, leftAloneMs) };
  }

  async #goOn(operationId: OperationId): Promise<void> {
    let failed = true;
    try {
      failed = !(await this.#driver.resume(operationId, 0, 'asAsked')).ok;
    } catch (error) {
      if (!(error instanceof JournalUnavailable)) this.#reportBug(error);
    } finally {
      this.#running.delete(operationId);
      if (failed) this.#lines.leaveAlone(operationId, leftAloneMs);
      // In a turn of its own: what ends at once, as while the service rests, would else hold up the screens.
      setImmediate(() => {
        if (this.#stopping?.signal.aborted === false) this.#unlessUnavailable(() => this.#fillSlots());
      });
    }
  }

  #wakeUnreached(): void {
    this.#unlessUnavailable(() => {
      // One after the other may have ended by another way until its turn comes: what comes next for it is looked up
      // then.
      for (const operationId of this.#records.unreached()) this.#unreached.add(operationId);
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

/**
 * The three lines in which orders wait for their turn: what was never sent and is wanted, reads, and what goes out
 * again.
 */
const lines = ['first', 'read', 'again'] as const;
type Line = (typeof lines)[number];

/** What a look at an order says: the call that it goes on with now, or for how long it is left alone. */
type Look = { readonly call: OrderCall } | { readonly againInMs: number };

/**
 * The orders that are due. In each line whoever was tried longest ago is next: what fails goes to the back, and every
 * one has its turn.
 */
interface WaitingLines {
  /** Sets who waits, oldest order first, and which of them were never sent. */
  set(due: readonly OperationId[], unsent: readonly OperationId[]): void;
  /** Takes the next that `look` finds to belong into the line; null where there is none, or too many were looked at. */
  take(line: Line, look: (operationId: OperationId) => Look): OperationId | null;
  leaveAlone(operationId: OperationId, ms: number): void;
  /** Whoever was left alone is looked at again. */
  lookAgain(): void;
}

/** A look reads the history of an order: so many are read at most before other work has its turn. */
const looksAtMost = 16;
/** Of so many orders it is remembered when they were tried. */
const rememberedAtMost = 10_000;

function createWaitingLines(monotonicMs: () => number): WaitingLines {
  /** In the order in which they are next. */
  let waiting = new Set<OperationId>();
  let unsent: ReadonlySet<OperationId> = new Set();
  let turns = 0;
  const triedAt = new Map<OperationId, number>();
  const leftUntilMs = new Map<OperationId, number>();
  /** What comes next for an order, as it was found last: a guess, which the next look puts right. */
  const lastCall = new Map<OperationId, OrderCall>();
  const lineOf = (operationId: OperationId, call: OrderCall): Line =>
    call === 'getPartnerOrder' ? 'read' : unsent.has(operationId) ? 'first' : 'again';
  const isLeftAlone = (operationId: OperationId, nowMs: number): boolean => (leftUntilMs.get(operationId) ?? 0) > nowMs;
  const mayBelong = (operationId: OperationId, line: Line): boolean => {
    const call = lastCall.get(operationId) ?? (unsent.has(operationId) ? 'createPartnerOrder' : null);
    return call === null ? line !== 'first' : lineOf(operationId, call) === line;
  };
  const toTheBack = (operationId: OperationId): void => {
    turns += 1;
    triedAt.delete(operationId);
    triedAt.set(operationId, turns);
    if (triedAt.size > rememberedAtMost) for (const oldest of [...triedAt.keys()].slice(0, 1)) triedAt.delete(oldest);
    waiting.delete(operationId);
  };
  return {
    set: (due, neverSent) => {
      const nowMs = monotonicMs();
      const here = due.filter((operationId) => !isLeftAlone(operationId, nowMs));
      waiting = new Set(here.toSorted((a, b) => (triedAt.get(a) ?? 0) - (triedAt.get(b) ?? 0)));
      unsent = new Set(neverSent);
      const known = new Set(due);
      for (const notes of [leftUntilMs, lastCall])
        for (const operationId of notes.keys()) if (!known.has(operationId)) notes.delete(operationId);
    },
    take: (line, look) => {
      const nowMs = monotonicMs();
      let looks = 0;
      for (const operationId of waiting) {
        if (looks === looksAtMost) break;
        if (isLeftAlone(operationId, nowMs) || !mayBelong(operationId, line)) continue;
        looks += 1;
        const found = look(operationId);
        if ('call' in found) {
          lastCall.set(operationId, found.call);
          if (lineOf(operationId, found.call) !== line) continue;
          toTheBack(operationId);
          return operationId;
        }
        leftUntilMs.set(operationId, monotonicMs() + found.againInMs);
        toTheBack(operationId);
      }
      return null;
    },
    leaveAlone: (operationId, ms) => void leftUntilMs.set(operationId, monotonicMs() + ms),
    lookAgain: () => leftUntilMs.clear(),
  };
}

import type { OperationId } from '../../core/ids.ts';
import type { Clock } from '../../core/ports.ts';
import type { OrderCall } from '../machine/events.ts';
import { dueAtMs, mayBeWanted, sentWhileWanted } from '../machine/order.ts';
import type { OrderRecords, ScheduledOrder } from '../records/order-records.ts';

/**
 * The three lines in which orders wait for their turn: what was never sent and is wanted, reads, and what goes out
 * again.
 */
export const lines = ['first', 'read', 'again'] as const;
export type Line = (typeof lines)[number];

/** What a look at an order says: the call that it goes on with now, or for how long it is left alone. */
export type Look = { readonly call: OrderCall } | { readonly againInMs: number };

/**
 * What goes on by itself, kept in memory: read once in pages, then by what the journal says has changed. So a tick
 * costs by what was sent since the one before, and not by how many wait.
 */
export interface Schedule {
  /** Begins to read it. What got no answer at all when it was last tried does not wait for its pause. */
  begin(): void;
  /** Reads so many more of what was there at the beginning; false where all of it is read. */
  readOn(): boolean;
  /** Learns what changed, and lines up what is due. */
  lineUp(): void;
  /**
   * Takes the next that `look` finds to belong into the line; null where there is none, or too many were looked at.
   * Whoever came to wait first is next, so that what fails goes to the back and every one has its turn.
   */
  take(line: Line, look: (operationId: OperationId, isWoken: boolean) => Look): OperationId | null;
  /** What was taken is over, and left alone for so long. */
  ended(operationId: OperationId, leftAloneMs: number): void;
  /** Whoever was left alone is looked at again. */
  lookAgain(): void;
  /** What got no answer at all does not wait for its pause any more, until it was tried. */
  wakeUnreached(): void;
}

/** A page takes a part of a frame: at the beginning, and at each tick after that. */
const [pageRows, pageRowsLater] = [200, 50];
/** A look reads the history of an order: so many are read at most before other work has its turn. */
const looksAtMost = 16;

type Waits = Line | 'idle';

interface Entry {
  order: ScheduledOrder;
  /** Where it is; null while it was taken. */
  waits: Waits | null;
  isWoken: boolean;
  leftUntilMs: number;
  /** What comes next for it, as it was found last: a guess, which the next look puts right. */
  lastCall: OrderCall | null;
}

export function createSchedule(
  records: Pick<OrderRecords, 'scheduled' | 'scheduleSince'>,
  clock: Pick<Clock, 'nowMs' | 'monotonicMs'>,
): Schedule {
  return new KeptSchedule(records, clock);
}

class KeptSchedule implements Schedule {
  readonly #records: Pick<OrderRecords, 'scheduled' | 'scheduleSince'>;
  readonly #clock: Pick<Clock, 'nowMs' | 'monotonicMs'>;
  readonly #entries = new Map<OperationId, Entry>();
  readonly #waiting: Readonly<Record<Waits, Set<Entry>>> = {
    first: new Set(),
    read: new Set(),
    again: new Set(),
    idle: new Set(),
  };
  #seq: number | null = null;
  #readUpTo: ScheduledOrder | null = null;
  #isFirstReading = true;

  constructor(records: Pick<OrderRecords, 'scheduled' | 'scheduleSince'>, clock: Pick<Clock, 'nowMs' | 'monotonicMs'>) {
    this.#records = records;
    this.#clock = clock;
  }

  begin(): void {
    if (this.#seq !== null) return;
    this.#seq = this.#records.scheduleSince(null).seq;
    this.readOn();
  }

  readOn(): boolean {
    const rows = this.#isFirstReading ? pageRows : pageRowsLater;
    const page = this.#records.scheduled(this.#readUpTo, rows);
    for (const order of page) {
      const entry = this.#entries.get(order.operationId);
      if (entry === undefined) this.#add(order, this.#isFirstReading && order.unreached);
      // A row that was damaged may have been derived anew, which no event says.
      else if (isChanged(entry.order, order)) this.#change(entry, order);
    }
    this.#readUpTo = page.length < rows ? null : (page.at(-1) ?? null);
    if (this.#readUpTo === null) this.#isFirstReading = false;
    return this.#isFirstReading;
  }

  lineUp(): void {
    this.begin();
    this.#learn();
    this.readOn();
    const [nowMs, monotonicMs] = [this.#clock.nowMs(), this.#clock.monotonicMs()];
    for (const entry of this.#waiting.idle) {
      if (!entry.isWoken && !isDue(entry.order, nowMs)) entry.leftUntilMs = 0;
      else if (entry.leftUntilMs <= monotonicMs) this.#move(entry, guessedLine(entry, nowMs));
    }
  }

  take(line: Line, look: (operationId: OperationId, isWoken: boolean) => Look): OperationId | null {
    let looks = 0;
    for (const entry of this.#waiting[line]) {
      if (looks === looksAtMost) break;
      looks += 1;
      const found = look(entry.order.operationId, entry.isWoken);
      if ('call' in found) {
        entry.lastCall = found.call;
        const belongs = lineOf(entry.order, found.call, this.#clock.nowMs());
        this.#move(entry, belongs === line ? null : belongs);
        if (belongs === line) return entry.order.operationId;
      } else {
        entry.leftUntilMs = this.#clock.monotonicMs() + found.againInMs;
        this.#move(entry, 'idle');
      }
    }
    return null;
  }

  ended(operationId: OperationId, leftAloneMs: number): void {
    const entry = this.#entries.get(operationId);
    if (entry === undefined) return;
    entry.leftUntilMs = leftAloneMs === 0 ? 0 : this.#clock.monotonicMs() + leftAloneMs;
    this.#move(entry, 'idle');
  }

  lookAgain(): void {
    for (const entry of this.#waiting.idle) entry.leftUntilMs = 0;
  }

  wakeUnreached(): void {
    if (this.#seq === null) return;
    this.#learn();
    for (const entry of this.#entries.values()) entry.isWoken ||= entry.order.unreached;
  }

  #learn(): void {
    const { seq, changed } = this.#records.scheduleSince(this.#seq);
    this.#seq = seq;
    for (const [operationId, order] of changed) {
      const entry = this.#entries.get(operationId);
      if (entry === undefined && order !== null) this.#add(order, false);
      if (entry !== undefined && order !== null) this.#change(entry, order);
      if (entry !== undefined && order === null) this.#remove(entry);
    }
  }

  #add(order: ScheduledOrder, isWoken: boolean): void {
    const entry: Entry = { order, waits: 'idle', isWoken, leftUntilMs: 0, lastCall: null };
    this.#entries.set(order.operationId, entry);
    this.#waiting.idle.add(entry);
  }

  #change(entry: Entry, order: ScheduledOrder): void {
    Object.assign(entry, { order, isWoken: false, lastCall: null });
    if (entry.waits !== null) this.#move(entry, 'idle');
  }

  #remove(entry: Entry): void {
    this.#move(entry, null);
    this.#entries.delete(entry.order.operationId);
  }

  #move(entry: Entry, to: Waits | null): void {
    if (entry.waits !== null) this.#waiting[entry.waits].delete(entry);
    entry.waits = to;
    if (to !== null) this.#waiting[to].add(entry);
  }
}

/** Whether it may go on by itself now, by its durable schedule. */
export function isDue({ nextAttemptAtMs, updatedAtMs }: ScheduledOrder, nowMs: number): boolean {
  return dueAtMs(nextAttemptAtMs, updatedAtMs, nowMs) <= nowMs;
}

function isChanged(before: ScheduledOrder, after: ScheduledOrder): boolean {
  return (
    before.updatedAtMs !== after.updatedAtMs ||
    before.nextAttemptAtMs !== after.nextAttemptAtMs ||
    before.state !== after.state
  );
}

function lineOf({ state, updatedAtMs }: ScheduledOrder, call: OrderCall, nowMs: number): Line {
  if (call === 'getPartnerOrder') return 'read';
  return state === 'intended' && mayBeWanted(updatedAtMs, nowMs) ? 'first' : 'again';
}

function guessedLine({ order, lastCall }: Entry, nowMs: number): Line {
  const { state, updatedAtMs } = order;
  const isSent = state === 'accepted' || (sentWhileWanted.has(state) && mayBeWanted(updatedAtMs, nowMs));
  return lineOf(order, lastCall ?? (isSent ? 'createPartnerOrder' : 'getPartnerOrder'), nowMs);
}

import type { Failure } from '../../../src-shared/contract/codes.ts';
import { knownId, type OperationId } from '../../core/ids.ts';
import { ok, type Result } from '../../core/result.ts';
import { zIssuedKind, type DayEventKind } from '../../day/machine/events.ts';
import { copyStatusChangedKind } from '../../journal/copy-status.ts';
import type { EventQuery, StoredEvent } from '../../journal/event.ts';
import type { Journal } from '../../journal/journal.ts';
import { asJsonObject } from '../../journal/json.ts';
import type { OrderCodes } from '../../orders/codes/order-codes.ts';
import { readOrderEvent } from '../../orders/machine/events.ts';
import { isFinal, stateOf, type Order } from '../../orders/machine/order.ts';
import {
  balancesReadKind,
  balancesSubject,
  checkedBalances,
  readBalances,
  type BalanceReading,
  type BalancesReadBody,
} from '../machine/balance-events.ts';
import type { Purchase } from '../machine/balances.ts';

/** Which events a comparison is of; those of one after the other touch, so that nothing lies between them. */
export interface Stretch {
  /** The last event before it. */
  readonly afterSeq: number;
  /** Its own last one. */
  readonly lastSeq: number;
  /** A reading from this event on belongs to what came later; null where nothing did. */
  readonly limitSeq: number | null;
  /** It goes on: the newest reading is its last one. */
  readonly isOpen: boolean;
}

interface BalanceJournal {
  readonly journal: Pick<Journal, 'append' | 'events' | 'head' | 'touched'>;
  readonly records: Pick<OrderCodes, 'find'>;
}

export interface BalanceRecords {
  /** How far the journal is. */
  headSeq(): number;
  /** Whether an attempt began after this event. */
  wasAttemptedAfter(seq: number): boolean;
  record(body: BalancesReadBody): Result<void, Failure>;
  /** Whether a shift began or a day was closed, and no balance was read since. */
  isMissing(): boolean;
  /** The first reading of a stretch and its last one; they may be the same. */
  readingsOf(stretch: Stretch): { readonly opening: BalanceReading | null; readonly closing: BalanceReading | null };
  /** The oldest and the newest of those that were made in this time, by this computer's clock. */
  readingsIn(span: { readonly fromMs: number; readonly untilMs: number }): readonly BalanceReading[];
  /** Every order that may have been paid for after this reading. */
  purchasesSince(reading: BalanceReading): readonly Purchase[];
  /** Whether sales may be missing here, because the records were restored or copied. */
  turnedBetween(one: BalanceReading, other: BalanceReading): boolean;
}

/** After these a balance is read. */
const readAfterKinds: readonly DayEventKind[] = ['shift-opened', zIssuedKind];

/** So many readings are looked at for the one that fits: others touch the moment that is looked for. */
const lookedAt = 20;
/** So many are read at once of a time. */
const readAtOnce = 500;

export function openBalanceRecords({ journal, records }: BalanceJournal): BalanceRecords {
  const readings = (query: Omit<EventQuery, 'kind'>): readonly BalanceReading[] =>
    journal.events({ kind: balancesReadKind, ...query }).flatMap((stored) => readBalances(stored) ?? []);
  const [newest, after] = [
    (): BalanceReading | undefined => readings({ newestFirst: true, limit: 1 })[0],
    (seq: number): BalanceReading | undefined =>
      readings({ afterSeq: seq, limit: lookedAt }).find(({ afterSeq }) => afterSeq >= seq),
  ];
  const closingOf = ({ lastSeq, limitSeq, isOpen }: Stretch): BalanceReading | undefined => {
    if (isOpen) return newest();
    const next = after(lastSeq);
    if (next !== undefined && (limitSeq === null || next.seq < limitSeq)) return next;
    return readings({ beforeSeq: lastSeq + 1, newestFirst: true, limit: 1 })[0];
  };
  return {
    headSeq: () => journal.head().seq,
    wasAttemptedAfter: (seq) => journal.events({ kind: 'attempt-started', afterSeq: seq, limit: 1 }).length > 0,
    record: (body) => {
      const kept = journal.append({
        subject: balancesSubject,
        kind: balancesReadKind,
        body: asJsonObject(checkedBalances(body)),
      });
      return kept.ok ? ok(undefined) : kept;
    },
    isMissing: () => {
      const marks = readAfterKinds.flatMap((kind) =>
        journal.events({ kind, newestFirst: true, limit: 1 }).map(({ seq }) => seq),
      );
      return Math.max(0, ...marks) > (newest()?.afterSeq ?? -1) && marks.length > 0;
    },
    readingsOf: (stretch) => {
      const closing = closingOf(stretch) ?? null;
      const opening = after(stretch.afterSeq) ?? null;
      return { closing, opening: opening !== null && opening.seq <= (closing?.seq ?? -1) ? opening : null };
    },
    readingsIn: ({ fromMs, untilMs }) => {
      let [first, last]: (BalanceReading | undefined)[] = [];
      let before: { readonly beforeSeq?: number } = {};
      for (;;) {
        const page = journal.events({ kind: balancesReadKind, ...before, newestFirst: true, limit: readAtOnce });
        const within = page
          .filter(({ atMs }) => atMs >= fromMs && atMs < untilMs)
          .flatMap((stored) => readBalances(stored) ?? []);
        last ??= within[0];
        first = within.at(-1) ?? first;
        const oldest = page.at(-1);
        // A clock that was set back may have older times among them, and not on a whole page.
        if (oldest === undefined || page.length < readAtOnce || page.every(({ atMs }) => atMs < fromMs)) break;
        before = { beforeSeq: oldest.seq };
      }
      return first === undefined || last === undefined ? [] : [first, last];
    },
    purchasesSince: ({ afterSeq }) =>
      journal.touched(afterSeq).flatMap(({ operationId }) => {
        const id = knownId<OperationId>(operationId);
        const order = records.find(id);
        return order === null ? [] : purchaseIn(id, order, journal.events({ subject: id }));
      }),
    turnedBetween: (one, other) =>
      journal.events({ kind: copyStatusChangedKind, afterSeq: one.seq, beforeSeq: other.seq, limit: 1 }).length > 0,
  };
}

/** Nothing for an order of which no byte left, and for one that bought nothing: no wallet paid for it at any time. */
function purchaseIn(operationId: OperationId, order: Order, stored: readonly StoredEvent[]): readonly Purchase[] {
  const state = stateOf(order, order.updatedAtMs);
  const isBought = state === 'completed';
  if (isFinal(state) && !isBought) return [];
  const leftSeq = leftSeqIn(stored);
  if (leftSeq === null) return [];
  const differs = order.completed?.differs ?? [];
  return [
    {
      operationId,
      walletId: order.intent.walletId,
      cost: { amount: order.intent.total.amount, currency: order.intent.total.currency },
      leftSeq,
      // A person's word that it counts as bought is none of the service.
      boughtSeq: isBought && order.completed !== null ? completedSeqIn(stored) : null,
      isCostSure: !['walletId', 'total', 'currency'].some((member) => differs.includes(member)),
    },
  ];
}

/** The first attempt to place it of which something may have left. */
function leftSeqIn(stored: readonly StoredEvent[]): number | null {
  const started: { readonly attempt: string; readonly seq: number }[] = [];
  const unsent = new Set<string>();
  for (const { kind, seq, atMs, body } of stored) {
    if (kind !== 'attempt-started' && kind !== 'attempt-not-sent') continue;
    const event = readOrderEvent(kind, atMs, body);
    if (event?.kind === 'attempt-not-sent') unsent.add(event.body.attempt);
    if (event?.kind === 'attempt-started' && event.body.call === 'createPartnerOrder')
      started.push({ attempt: event.body.attempt, seq });
  }
  return started.find(({ attempt }) => !unsent.has(attempt))?.seq ?? null;
}

function completedSeqIn(stored: readonly StoredEvent[]): number | null {
  for (const { kind, seq, atMs, body } of stored) {
    if (kind !== 'answer-judged') continue;
    const event = readOrderEvent(kind, atMs, body);
    if (event?.kind === 'answer-judged' && event.body.verdict.outcome === 'completed') return seq;
  }
  return null;
}

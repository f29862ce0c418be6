import { mostBasketLines } from '../../../src-shared/contract/choices.ts';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import { knownId, parseId, type BasketId, type OperationId } from '../../core/ids.ts';
import { err, type Result } from '../../core/result.ts';
import type { UnverifiedSize } from '../../exchange/kept-answer.ts';
import type { PartnerSession } from '../../exchange/session.ts';
import type { NewEvent } from '../../journal/event.ts';
import type { Journal, JournalTransaction } from '../../journal/journal.ts';
import type { ProjectionQuery, ProjectionRow } from '../../journal/projection.ts';
import type { IntendedOrder, NewOrderEvent, OrderEvent } from '../machine/events.ts';
import { unverified, verdictOf, type Attempt, type Order } from '../machine/order.ts';
import { findPage, type OrderPage, type PageQuery } from './find-page.ts';
import { makesGoodFlag, rememberHistories, rowOf, rowOfEvent, unshownFlag, type History } from './history.ts';
import type { OrderTexts } from './order-text.ts';

/** The orders of this counter as the journal has them. Everything here is local: no network, no key, no deployment. */
export interface OrderRecords {
  find(operationId: string): Order | null;
  events(operationId: OperationId): readonly OrderEvent[];
  /** Ids of operations that are not final, oldest first. */
  pending(): readonly OperationId[];
  /**
   * The newest of them that buys the same; null where there is none. Lines of the customer's own basket are left out.
   * By its row: a thousand may be pending while a customer waits.
   */
  pendingLike(sale: SameSale, besides?: BasketId): OperationId | null;
  /** Those that are final too and still have something to do: an answer to judge, codes to fetch. */
  unfinished(): readonly OperationId[];
  /** So many of what goes on by itself at some time, oldest first, after the last of those that were read before. */
  scheduled(after: ScheduledOrder | null, limit: number): readonly ScheduledOrder[];
  /** What became of the schedule since event `seq`, and up to which event that is; `null`: from now on. */
  scheduleSince(seq: number | null): ScheduleChanges;
  /** Newest first; `cursor` is the previous page's `nextCursor`. */
  page(query: PageQuery): Result<OrderPage, Failure>;
  /** The newest of those like it that were bought and whose codes nobody saw yet; null where there is none. */
  unshown(like: SameSale, besides?: BasketId): OperationId | null;
  /** Those of the same card that make one good, whatever became of them. */
  makingGood(like: Pick<IntendedOrder, 'walletId' | 'cardId'>): readonly OperationId[];
  /** The orders in the basket of this one that were bought, or that have no result yet. */
  boughtIn(basketOf: Pick<IntendedOrder, 'basket' | 'saleNumber'>): readonly IntendedOrder[];
  /** What lies sealed for it and cannot be verified. */
  unverified(operationId: OperationId): readonly UnverifiedSize[];
  /**
   * The newest other operation that the service was seen to hold under the key of this one, and that is read with that
   * key now; null where there is none among the latest.
   */
  knownBeside(operationId: OperationId, order: Order, keyNowFor: PartnerSession['signingKey']): OperationId | null;
  /** Appends events of one operation and its new projection in one durable transaction. */
  record(operationId: OperationId, events: readonly NewOrderEvent[]): Result<Order, Failure>;
  /** The same for several operations, an event each: a process that ends within it leaves none of them. */
  recordTogether(events: readonly NewOrderEvent[]): Result<readonly Order[], Failure>;
  /** The same within a transaction of the caller's, who says `changed` when that is durable. */
  recordIn(
    tx: JournalTransaction,
    operationId: OperationId,
    events: readonly NewOrderEvent[],
    beside?: readonly NewEvent[],
  ): Order;
  /** From now on the bodies and references that lie sealed are opened, and orders are found by these. */
  openTexts(texts: OrderTexts): void;
  changed(operationId: OperationId): void;
}

/** An order that goes on by itself at some time, as its row says. */
export interface ScheduledOrder extends Pick<ProjectionRow, 'state' | 'intendedAtMs' | 'updatedAtMs'> {
  readonly operationId: OperationId;
  readonly nextAttemptAtMs: number;
  /** Whether its latest request got no answer at all. */
  readonly unreached: boolean;
}

export interface ScheduleChanges {
  readonly seq: number;
  /** Null where it does not go on by itself any more. */
  readonly changed: ReadonlyMap<OperationId, ScheduledOrder | null>;
}

/** What two sales have in common that may be one sale, made twice. */
type SameSale = Pick<IntendedOrder, 'walletId' | 'cardId' | 'quantity'>;

/** `onRecorded` hears of every operation whose events became durable. */
export function openOrderRecords(journal: Journal, onRecorded: (operationId: OperationId) => void): OrderRecords {
  let texts: OrderTexts | null = null;
  let histories = rememberHistories(journal);
  const historyOf = (operationId: string): History => histories.of(operationId);
  const recordIn: OrderRecords['recordIn'] = (tx, operationId, events, beside = []) => {
    const before = historyOf(operationId);
    const rows = [...events.map(rowOfEvent), ...beside].map((event) => tx.append(event));
    const history = histories.after(operationId, before, rows);
    const row = rowOf(operationId, history);
    if (history.facts === null || row === null) throw new Error('an order event without an intent');
    tx.project(row);
    return history.facts;
  };
  const isOutside = (besides: BasketId | undefined, operationId: string): boolean =>
    besides === undefined || historyOf(operationId).facts?.intent.basket !== besides;
  const newestLike = (
    { walletId, cardId, quantity }: SameSale,
    besides: BasketId | undefined,
    which: Pick<ProjectionQuery, 'pending' | 'unsettled' | 'flag'>,
  ): OperationId | null => {
    // Of lines of the same basket there are no more than it may have, and each may have been tried twice.
    const limit = besides === undefined ? 1 : 2 * mostBasketLines + 1;
    const page = journal.projectedPage({ ...which, walletId, cardId, quantity, limit });
    const rows = page.ok ? page.value.items : [];
    return idsOf(rows).find((operationId) => isOutside(besides, operationId)) ?? null;
  };
  return {
    find: (operationId) => historyOf(operationId).facts,
    events: (operationId) => historyOf(operationId).events,
    pending: () => idsOf(journal.pending()),
    pendingLike: (sale, besides) => newestLike(sale, besides, { pending: true }),
    unfinished: () => [...new Set([...idsOf(journal.pending()), ...idsOf(journal.scheduled())])],
    scheduled: (after, limit) => journal.scheduled({ after, limit }).flatMap((row) => scheduledIn(row) ?? []),
    scheduleSince: (seq) => {
      // Enrolments, people and days have events too: what has no id of an operation is no order.
      const subjects = seq === null ? [] : journal.subjectsSince(seq);
      const operationIds = subjects.flatMap((subject) => parseId<OperationId>(subject) ?? []);
      const changed = operationIds.map((operationId) => {
        const row = journal.projected(operationId);
        return [operationId, row === null ? null : scheduledIn(row)] as const;
      });
      return { seq: journal.head().seq, changed: new Map(changed) };
    },
    page: (query) => findPage(journal, (operationId) => historyOf(operationId).facts, texts, query),
    unshown: (sale, besides) => newestLike(sale, besides, { pending: false, unsettled: true, flag: unshownFlag }),
    makingGood: ({ walletId, cardId }) => {
      const found: OperationId[] = [];
      let cursor: string | undefined;
      do {
        const page = journal.projectedPage({
          flag: makesGoodFlag,
          walletId,
          cardId,
          limit: makingGoodAtOnce,
          ...(cursor === undefined ? {} : { cursor }),
        });
        if (page.ok) found.push(...idsOf(page.value.items));
        cursor = page.ok ? page.value.nextCursor : undefined;
      } while (cursor !== undefined);
      return found;
    },
    boughtIn: ({ basket, saleNumber }) => {
      if (basket === undefined || saleNumber === undefined) return [];
      const whole = { operationIds: [], saleNumbers: [saleNumber], reference: null, isSure: true };
      const page = journal.projectedPage({ whole, limit: linesAndTries });
      const rows = page.ok ? page.value.items : [];
      return rows.flatMap(({ operationId, pending, state }) => {
        const intent = pending || state === 'completed' ? historyOf(operationId).facts?.intent : undefined;
        return intent?.basket === basket ? [intent] : [];
      });
    },
    unverified: (operationId) => {
      const { facts } = historyOf(operationId);
      return facts === null
        ? []
        : unverified(facts).map(({ reason, kept: { bytes } }) => ({ reason, sealedBytes: bytes }));
    },
    knownBeside: (except, { intent }, keyNowFor) => {
      const keyId = keyNowFor(intent.pinned.keyId)?.keyId;
      if (keyId === undefined) return null;
      const page = journal.projectedPage({ limit: knownAmong });
      const candidates = page.ok
        ? page.value.items.filter(({ operationId, state }) => operationId !== except && heldStates.includes(state))
        : [];
      const found = candidates.find(({ operationId }) => {
        const { facts } = historyOf(operationId);
        return (
          facts !== null &&
          keyNowFor(facts.intent.pinned.keyId)?.keyId === keyId &&
          facts.attempts.some((attempt) => attempt.keyId === keyId && showsHeld(attempt))
        );
      });
      return found === undefined ? null : knownId<OperationId>(found.operationId);
    },
    record: (operationId, events) => {
      const recorded = journal.transaction((tx) => recordIn(tx, operationId, events));
      if (!recorded.ok) return err({ ...recorded.error, operationId });
      onRecorded(operationId);
      return recorded;
    },
    recordTogether: (events) => {
      const recorded = journal.transaction((tx) => events.map((event) => recordIn(tx, event.subject, [event])));
      const [only, ...others] = events;
      if (!recorded.ok)
        return only === undefined || others.length > 0
          ? recorded
          : err({ ...recorded.error, operationId: only.subject });
      for (const { subject } of events) onRecorded(subject);
      return recorded;
    },
    recordIn,
    openTexts: (opened) => {
      texts = opened;
      histories = rememberHistories(journal, opened);
    },
    changed: onRecorded,
  };
}

function idsOf(rows: readonly ProjectionRow[]): readonly OperationId[] {
  return rows.map(({ operationId }) => knownId<OperationId>(operationId));
}

function scheduledIn({ operationId, nextAttemptAtMs, view, ...row }: ProjectionRow): ScheduledOrder | null {
  const { state, intendedAtMs, updatedAtMs } = row;
  const when = { state, intendedAtMs, updatedAtMs, unreached: view['unreached'] === true };
  return nextAttemptAtMs === null ? null : { operationId: knownId<OperationId>(operationId), nextAttemptAtMs, ...when };
}

const makingGoodAtOnce = 500;
/** More than a basket comes to with all its tries. */
const linesAndTries = 1_000;

/** Among so many of the newest operations one is looked for that the service holds. */
const knownAmong = 200;
const heldStates: readonly string[] = ['completed', 'accepted', 'failed'];

function showsHeld(attempt: Attempt): boolean {
  const verdict = verdictOf(attempt);
  return verdict !== null && heldStates.includes(verdict.outcome);
}

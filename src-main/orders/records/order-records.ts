import type { Failure } from '../../../src-shared/contract/codes.ts';
import { knownId, type OperationId } from '../../core/ids.ts';
import { err, type Result } from '../../core/result.ts';
import type { PartnerSession } from '../../exchange/session.ts';
import type { UnverifiedAnswer } from '../../exchange/unverified-quota.ts';
import { rebuiltKind, type StoredEvent } from '../../journal/event.ts';
import { JournalUnavailable } from '../../journal/journal-failure.ts';
import { projectionFormKey } from '../../journal/journal-file.ts';
import type { Journal, JournalTransaction } from '../../journal/journal.ts';
import type { ProjectionRow } from '../../journal/projection.ts';
import { orderOf } from '../machine/apply.ts';
import { type IntendedOrder, type NewOrderEvent, type OrderEvent } from '../machine/events.ts';
import { nextCall, ownTerms } from '../machine/next-call.ts';
import { hasCodesWaiting, isFinal, stateOf, unjudged, unverified, type Attempt, type Order } from '../machine/order.ts';
import { dueAtMs, mayBeWanted } from '../machine/wanted.ts';
import { findPage, searchTextOf, type PageQuery } from './find.ts';
import { rememberHistories } from './history.ts';
import { readOrderEvents, rowOfEvent } from './stored-events.ts';

/** The orders of this counter as the journal has them. Everything here is local: no network, no key, no deployment. */
export interface OrderRecords {
  find(operationId: string): Order | null;
  events(operationId: OperationId): readonly OrderEvent[];
  /** Ids of operations that are not final, oldest first. */
  pending(): readonly OperationId[];
  /** Those of them that buy the same: by their rows, since a thousand may be pending while a customer waits. */
  pendingLike(wish: Pick<IntendedOrder, 'walletId' | 'cardId' | 'quantity'>): readonly OperationId[];
  /** Those that are final too and still have something to do: an answer to judge, codes to fetch. */
  unfinished(): readonly OperationId[];
  /** Those of them that may go on by themselves at `nowMs`, by their durable schedule. */
  due(nowMs: number): readonly OperationId[];
  /** Those of which nothing left this machine yet, as far as they may still be wanted at `nowMs`. */
  unsent(nowMs: number): readonly OperationId[];
  /** Those whose latest request got no answer at all. */
  unreached(): readonly OperationId[];
  /** Newest first; `cursor` is the previous page's `nextCursor`. */
  page(
    query: PageQuery,
  ): Result<{ readonly operationIds: readonly OperationId[]; readonly nextCursor?: string }, Failure>;
  /** The newest of those like it that were bought and whose codes nobody saw yet; null where there is none. */
  unshown(like: Pick<IntendedOrder, 'walletId' | 'cardId' | 'quantity'>): OperationId | null;
  /** What lies sealed for it and cannot be verified. */
  unverified(operationId: OperationId): readonly UnverifiedAnswer[];
  /**
   * The newest other operation that the service was seen to hold under the key of this one, and that is read with that
   * key now; null where there is none among the latest.
   */
  knownBeside(operationId: OperationId, order: Order, keyNowFor: PartnerSession['signingKey']): OperationId | null;
  /** Appends events of one operation and its new projection in one durable transaction. */
  record(operationId: OperationId, events: readonly NewOrderEvent[]): Result<Order, Failure>;
  /** The same within a transaction of the caller's, who says `changed` when that is durable. */
  recordIn(tx: JournalTransaction, operationId: OperationId, events: readonly NewOrderEvent[]): Order;
  changed(operationId: OperationId): void;
}

/** `onRecorded` hears of every operation whose events became durable. */
export function openOrderRecords(journal: Journal, onRecorded: (operationId: OperationId) => void): OrderRecords {
  const historyOf = rememberHistories(journal);
  const recordIn = (tx: JournalTransaction, operationId: OperationId, events: readonly NewOrderEvent[]): Order => {
    for (const event of events) tx.append(rowOfEvent(event));
    const { facts } = historyOf(operationId);
    if (facts === null) throw new Error('an order event without an intent');
    tx.project(rowOf(operationId, facts));
    return facts;
  };
  return {
    find: (operationId) => historyOf(operationId).facts,
    events: (operationId) => historyOf(operationId).events,
    pending: () => idsOf(journal.pending()),
    pendingLike: (wish) =>
      idsOf(
        journal
          .pending()
          .filter(
            ({ walletId, cardId, quantity }) =>
              walletId === wish.walletId && cardId === wish.cardId && quantity === wish.quantity,
          ),
      ),
    unfinished: () => [...new Set([...idsOf(journal.pending()), ...idsOf(journal.scheduled())])],
    unreached: () => idsOf(journal.scheduled().filter(({ view }) => view['unreached'] === true)),
    unsent: (nowMs) =>
      idsOf(
        journal.scheduled().filter(({ state, updatedAtMs }) => state === 'intended' && mayBeWanted(updatedAtMs, nowMs)),
      ),
    due: (nowMs) =>
      idsOf(
        journal
          .scheduled()
          .filter(
            ({ nextAttemptAtMs, updatedAtMs }) =>
              nextAttemptAtMs !== null && dueAtMs(nextAttemptAtMs, updatedAtMs, nowMs) <= nowMs,
          ),
      ),
    page: (query) => findPage(journal, (operationId) => historyOf(operationId).facts, query),
    unshown: ({ walletId, cardId, quantity }) => {
      const page = journal.projectedPage({
        pending: false,
        unsettled: true,
        flag: unshownFlag,
        walletId,
        cardId,
        quantity,
        limit: 1,
      });
      return (page.ok ? idsOf(page.value.items)[0] : undefined) ?? null;
    },
    unverified: (operationId) => {
      const { facts } = historyOf(operationId);
      return facts === null
        ? []
        : unverified(facts).map(({ ended: { reason }, sealedBytes }) => ({ reason, sealedBytes }));
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
    recordIn,
    changed: onRecorded,
  };
}

function idsOf(rows: readonly ProjectionRow[]): readonly OperationId[] {
  return rows.map(({ operationId }) => knownId<OperationId>(operationId));
}

function isUnreached({ attempts }: Order): boolean {
  const ended = attempts.at(-1)?.ended;
  return ended === 'notSent' || ended === 'lost';
}

/** Among so many of the newest operations one is looked for that the service holds. */
const knownAmong = 200;
const heldStates: readonly string[] = ['completed', 'accepted', 'failed'];

function showsHeld({ ended }: Attempt): boolean {
  return typeof ended === 'object' && ended !== null && heldStates.includes(ended.outcome);
}

/** The projection of an operation; `journal` rebuilds and compares it with this same function (law 8). */
export function foldOperation(operationId: string, rows: readonly StoredEvent[]): ProjectionRow | null {
  const facts = orderOf(readOrderEvents(rows));
  return facts === null ? null : rowOf(operationId, facts);
}

/** Only what does not depend on the time of reading is projected, so that a rebuild gives the same row. */
function rowOf(operationId: string, facts: Order): ProjectionRow {
  const state = stateOf(facts, facts.updatedAtMs);
  const pending = !isFinal(state);
  return {
    operationId,
    state,
    pending,
    walletId: facts.intent.walletId,
    cardId: facts.intent.cardId,
    quantity: facts.intent.quantity,
    invoiceId: facts.completed?.invoiceId ?? null,
    externalReference: facts.intent.externalReference,
    unsettled: pending || hasCodesWaiting(facts, facts.updatedAtMs),
    search: searchTextOf(operationId, facts),
    intendedAtMs: facts.intendedAtMs,
    updatedAtMs: facts.updatedAtMs,
    nextAttemptAtMs: unjudged(facts) !== null ? 0 : (nextCall(facts, ownTerms(facts), facts.updatedAtMs)?.atMs ?? null),
    view: {
      unverified: unverified(facts).length,
      unreached: isUnreached(facts),
      [unshownFlag]: facts.timesCodesOut === 0,
    },
  };
}

const unshownFlag = 'unshown';

/** What a row is made of; another number where the same events give another row. */
const projectionForm = '3';

/**
 * Derives the projection again where an earlier build wrote it, since its rows would lack what is asked of them now,
 * and where it is not what the events give. Where records can only be read that waits for another time.
 */
export function bringUpToDate(journal: Journal): void {
  try {
    const isOfThisForm = journal.meta(projectionFormKey) === projectionForm;
    const isDamaged =
      isOfThisForm && journal.isCheckedWhole && journal.trouble() === null && journal.compareProjection().length > 0;
    if ((isOfThisForm && !isDamaged) || !journal.rebuildProjection().ok) return;
    journal.transaction((tx) => {
      tx.setMeta(projectionFormKey, projectionForm);
      if (isDamaged)
        tx.append({ subject: '', kind: rebuiltKind, body: { code: 'journal_corrupt', detail: 'operations' } });
    });
  } catch (error) {
    if (!(error instanceof JournalUnavailable)) throw error;
  }
}

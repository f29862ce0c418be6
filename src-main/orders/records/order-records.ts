import { mostBasketLines } from '../../../src-shared/contract/choices.ts';
import type { Failure, OrderState } from '../../../src-shared/contract/codes.ts';
import { typedSaleNumbers } from '../../../src-shared/search/sale-number.ts';
import { normalised } from '../../../src-shared/search/search-text.ts';
import { knownId, parseId, type BasketId, type OperationId } from '../../core/ids.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { UnverifiedSize } from '../../exchange/kept-answer.ts';
import type { PartnerSession } from '../../exchange/session.ts';
import type { Journal, JournalTransaction } from '../../journal/journal.ts';
import type { ProjectionQuery, ProjectionRow } from '../../journal/projection.ts';
import type { IntendedOrder, NewOrderEvent, OrderEvent } from '../machine/events.ts';
import {
  dueAtMs,
  isFinal,
  mayBeWanted,
  stateOf,
  unverified,
  verdictOf,
  type Attempt,
  type Order,
} from '../machine/order.ts';
import { makesGoodFlag, referenceKeyOf, rememberHistories, rowOf, rowOfEvent, unshownFlag } from './history.ts';

/** The orders of this counter as the journal has them. Everything here is local: no network, no key, no deployment. */
export interface OrderRecords {
  find(operationId: string): Order | null;
  events(operationId: OperationId): readonly OrderEvent[];
  /** Ids of operations that are not final, oldest first. */
  pending(): readonly OperationId[];
  /**
   * Those of them that buy the same: by their rows, since a thousand may be pending while a customer waits. Lines of
   * the customer's own basket are left out.
   */
  pendingLike(sale: SameSale, besides?: BasketId): readonly OperationId[];
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
  recordIn(tx: JournalTransaction, operationId: OperationId, events: readonly NewOrderEvent[]): Order;
  changed(operationId: OperationId): void;
}

/** What two sales have in common that may be one sale, made twice. */
type SameSale = Pick<IntendedOrder, 'walletId' | 'cardId' | 'quantity'>;

/** `onRecorded` hears of every operation whose events became durable. */
export function openOrderRecords(journal: Journal, onRecorded: (operationId: OperationId) => void): OrderRecords {
  const historyOf = rememberHistories(journal);
  const recordIn = (tx: JournalTransaction, operationId: OperationId, events: readonly NewOrderEvent[]): Order => {
    for (const event of events) tx.append(rowOfEvent(event));
    const history = historyOf(operationId);
    const row = rowOf(operationId, history);
    if (history.facts === null || row === null) throw new Error('an order event without an intent');
    tx.project(row);
    return history.facts;
  };
  const isOutside = (besides: BasketId | undefined, operationId: string): boolean =>
    besides === undefined || historyOf(operationId).facts?.intent.basket !== besides;
  return {
    find: (operationId) => historyOf(operationId).facts,
    events: (operationId) => historyOf(operationId).events,
    pending: () => idsOf(journal.pending()),
    pendingLike: (sale, besides) =>
      idsOf(
        journal
          .pending()
          .filter(
            ({ operationId, walletId, cardId, quantity }) =>
              walletId === sale.walletId &&
              cardId === sale.cardId &&
              quantity === sale.quantity &&
              isOutside(besides, operationId),
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
    unshown: ({ walletId, cardId, quantity }, besides) => {
      const page = journal.projectedPage({
        pending: false,
        unsettled: true,
        flag: unshownFlag,
        walletId,
        cardId,
        quantity,
        // Of lines of the same basket there are no more than it may have, and each may have been tried twice.
        limit: besides === undefined ? 1 : 2 * mostBasketLines + 1,
      });
      const rows = page.ok ? page.value.items : [];
      return idsOf(rows).find((operationId) => isOutside(besides, operationId)) ?? null;
    },
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
    changed: onRecorded,
  };
}

function idsOf(rows: readonly ProjectionRow[]): readonly OperationId[] {
  return rows.map(({ operationId }) => knownId<OperationId>(operationId));
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

/** `codesWaiting`: bought, and the codes were not handed over yet. `unsettled`: those and all that are pending. */
export type OrderSelection = 'all' | 'pending' | 'codesWaiting' | 'unsettled';

const selections: Readonly<Record<OrderSelection, Pick<ProjectionQuery, 'pending' | 'unsettled'>>> = {
  all: {},
  pending: { pending: true },
  codesWaiting: { pending: false, unsettled: true },
  unsettled: { unsettled: true },
};

export interface PageQuery extends Pick<
  ProjectionQuery,
  'walletId' | 'cardId' | 'fromMs' | 'untilMs' | 'cursor' | 'limit'
> {
  readonly show: OrderSelection;
  /** The state at `nowMs`: some pass with time alone, which no row can tell. */
  readonly states?: { readonly anyOf: readonly OrderState[]; readonly nowMs: number };
  /** Words as a person types them. */
  readonly find?: string;
  /** Orders that those words name in a way that no row tells. */
  readonly named?: readonly OperationId[];
}

export interface OrderPage {
  readonly operationIds: readonly OperationId[];
  readonly nextCursor?: string;
}

/**
 * A page, newest first. It may hold fewer than `limit` though more follow: those in a state that passes are picked from
 * what is pending.
 */
function findPage(
  journal: Pick<Journal, 'projectedPage'>,
  orderOf: (operationId: string) => Order | null,
  { show, states, find, named = [], ...rest }: PageQuery,
): Result<OrderPage, Failure> {
  const ofStates =
    states === undefined
      ? {}
      : { states: { anyOf: states.anyOf.filter(isFinal), orPending: !states.anyOf.every(isFinal) } };
  const page = journal.projectedPage({
    ...selections[show],
    ...ofStates,
    ...rest,
    ...(find === undefined ? {} : { words: wordsOf(find), whole: wholeOf(find, named) }),
  });
  if (!page.ok) return page;
  const isInState = ({ operationId, pending }: ProjectionRow): boolean => {
    const facts = states === undefined || !pending ? null : orderOf(operationId);
    return facts === null || states?.anyOf.includes(stateOf(facts, states.nowMs)) === true;
  };
  const operationIds = page.value.items.filter(isInState).map(({ operationId }) => knownId<OperationId>(operationId));
  const { nextCursor } = page.value;
  return ok({ operationIds, ...(nextCursor === undefined ? {} : { nextCursor }) });
}

/** A number of an order, or of a sale with its letter, means that one alone. */
function wholeOf(find: string, named: readonly OperationId[]): NonNullable<ProjectionQuery['whole']> {
  const saleNumbers = typedSaleNumbers(find);
  const operationId = parseId<OperationId>(find.trim().toLowerCase());
  return {
    operationIds: [...named, ...(operationId === null ? [] : [operationId])],
    saleNumbers,
    reference: referenceKeyOf(find),
    isSure: operationId !== null || saleNumbers.length === 1,
  };
}

function wordsOf(find: string): readonly string[] {
  return normalised(find)
    .split(' ')
    .filter((word) => word !== '');
}

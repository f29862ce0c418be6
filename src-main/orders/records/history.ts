import { detailed } from '../../../src-shared/contract/details.ts';
import { normalised } from '../../../src-shared/search/search-text.ts';
import { rebuiltKind, referenceKeptKind, type NewEvent, type StoredEvent } from '../../journal/event.ts';
import { JournalUnavailable } from '../../journal/journal-failure.ts';
import { projectionFormKey } from '../../journal/journal-file.ts';
import type { Journal } from '../../journal/journal.ts';
import { asJsonObject, type JsonObject } from '../../journal/json.ts';
import type { ProjectionRow } from '../../journal/projection.ts';
import { orderAfter } from '../machine/apply.ts';
import {
  orderEventKinds,
  orderIntendedKind,
  readOrderEvent,
  type NewOrderEvent,
  type OrderEvent,
  type SaleCharge,
} from '../machine/events.ts';
import { nextCall, ownTerms } from '../machine/next-step.ts';
import { hasCodesWaiting, isFinal, stateOf, unjudged, unverified, type Order } from '../machine/order.ts';
import { turnsAfter, type Turns } from '../machine/turns.ts';
import type { OrderTexts } from './order-text.ts';
import { foundBy, foundByReference, type FoundByReference } from './reference-search.ts';

/** What the journal holds of one operation, and what follows from it; null where it is no order. */
export interface History {
  readonly events: readonly OrderEvent[];
  readonly facts: Order | null;
  /** The number of its intent in the journal; 0 where it is no order. */
  readonly intendedSeq: number;
  readonly turns: Turns;
  /** By what its sealed reference is found; null where it has none. */
  readonly found: FoundByReference | null;
}

interface Remembered extends History {
  readonly seq: number;
  readonly hash: string;
}

const none: History = { events: [], facts: null, intendedSeq: 0, turns: [], found: null };
const rememberedAtMost = 256;

/** The histories of orders. */
interface Histories {
  readonly of: (operationId: string) => History;
  /** That of an order after `rows`, which were appended since `before` was read. */
  readonly after: (operationId: string, before: History, rows: readonly StoredEvent[]) => History;
}

/**
 * Reads histories of orders, each from where it was read last. A row's hash covers all rows before it: where that of
 * the last row read has changed, a write was rolled back, and everything is read again. `texts` null: what is sealed
 * stays closed. A text that did not open is tried again the next time.
 */
export function rememberHistories(
  journal: Pick<Journal, 'events' | 'hashAt' | 'latestOf'>,
  texts: OrderTexts | null = null,
): Histories {
  const remembered = new Map<string, Remembered>();
  const after: Histories['after'] = (operationId, before, rows) => {
    const last = rows.at(-1);
    if (last === undefined) return before;
    const history = { ...historyAfter(before, rows, texts), seq: last.seq, hash: last.hash };
    remembered.delete(operationId);
    if (texts !== null && history.facts !== null && history.facts.intent.body === undefined) return history;
    remembered.set(operationId, history);
    if (remembered.size > rememberedAtMost)
      for (const oldest of [...remembered.keys()].slice(0, 1)) remembered.delete(oldest);
    return history;
  };
  return {
    of: (operationId) => {
      const known = remembered.get(operationId);
      const latest = journal.latestOf(operationId);
      // As of each new sale, which is looked for before it is there.
      if (latest === null) return none;
      if (known !== undefined && latest.seq === known.seq && latest.hash === known.hash) return known;
      const stands = known !== undefined && journal.hashAt(known.seq) === known.hash ? known : null;
      const rows = journal.events({ subject: operationId, ...(stands === null ? {} : { afterSeq: stands.seq }) });
      return after(operationId, stands ?? none, rows);
    },
    after,
  };
}

/** The journal row to append for an event of an order. */
export function rowOfEvent({ subject, kind, body }: NewOrderEvent): NewEvent {
  return { subject, kind, body: asJsonObject(body) };
}

/** The history after more rows; those that are no order events say nothing of it. */
function historyAfter(before: History, rows: readonly StoredEvent[], texts: OrderTexts | null): History {
  const events = [...before.events];
  let { facts, intendedSeq, turns, found } = before;
  for (const row of rows) {
    if (row.kind === referenceKeptKind) found = foundBy(row.body);
    const kind = orderEventKinds.find((known) => known === row.kind);
    if (kind === undefined) continue;
    const event = opened(row.subject, eventIn(row, kind), texts);
    events.push(event);
    facts = orderAfter(facts, event);
    if (kind === orderIntendedKind) intendedSeq = row.seq;
    if (facts !== null) turns = turnsAfter(turns, facts, row.seq);
  }
  return { events, facts, intendedSeq, turns, found };
}

/** An intent with the text that lies sealed beside it. What stands in the clear beside a seal counts for nothing. */
function opened(subject: string, event: OrderEvent, texts: OrderTexts | null): OrderEvent {
  if (event.kind !== orderIntendedKind || event.body.sealed === undefined) return event;
  const { body: _body, externalReference: _reference, ...intent } = event.body;
  return { ...event, body: { ...intent, ...texts?.open(subject, intent) } };
}

/** A row that does not fit its schema was damaged since it was written: `JournalUnavailable`. */
function eventIn(row: StoredEvent, kind: OrderEvent['kind']): OrderEvent {
  const event = readOrderEvent(kind, row.atMs, row.body);
  if (event === null) throw new JournalUnavailable({ code: 'journal_corrupt', detail: `event_${row.seq}` });
  return event;
}

/** The projection of an operation; `journal` rebuilds and compares it with this same function (law 8). */
export function foldOperation(operationId: string, rows: readonly StoredEvent[]): ProjectionRow | null {
  return rowOf(operationId, historyAfter(none, rows, null));
}

/**
 * Only what depends neither on the time of reading nor on the data key is projected, so that a rebuild gives the same
 * row. Null where it is no order.
 */
export function rowOf(operationId: string, { facts, intendedSeq, turns, found }: History): ProjectionRow | null {
  if (facts === null) return null;
  const { sealed, externalReference = null } = facts.intent;
  const reference = sealed === undefined ? foundByReference(externalReference, (text) => text) : found;
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
    externalReference: sealed === undefined ? externalReference : null,
    unsettled: pending || hasCodesWaiting(facts, facts.updatedAtMs),
    search: [searchTextOf(operationId, facts), ...(reference?.words ?? [])].join(' '),
    saleNumber: facts.intent.saleNumber ?? null,
    referenceKey: reference?.whole ?? null,
    intendedAtMs: facts.intendedAtMs,
    updatedAtMs: facts.updatedAtMs,
    nextAttemptAtMs: unjudged(facts) !== null ? 0 : (nextCall(facts, ownTerms(facts), facts.updatedAtMs)?.atMs ?? null),
    view: {
      unverified: unverified(facts).length,
      unreached: isUnreached(facts),
      [unshownFlag]: facts.timesCodesOut === 0 && !facts.keptBack,
      ...saleOf(facts, intendedSeq, turns),
    },
  };
}

export const unshownFlag = 'unshown';
export const makesGoodFlag = 'makesGood';

/** What a day's totals are made of (`src-main/day`). */
function saleOf({ intent }: Order, intendedSeq: number, turns: Turns): JsonObject {
  const { total, charge, cardName, by, makesGoodFor } = intent;
  return {
    intendedSeq,
    turns,
    cost: { amount: total.amount, currency: total.currency },
    ...(charge === undefined ? {} : chargeMembers(charge)),
    ...(makesGoodFor === undefined ? {} : { [makesGoodFlag]: true }),
    ...(cardName === null ? {} : { cardName: asJsonObject(cardName) }),
    ...(by === undefined ? {} : { by }),
  };
}

function chargeMembers({ total, margin, currency }: SaleCharge): JsonObject {
  return { charge: { amount: total, currency }, margin: { amount: margin, currency } };
}

/** What a row is made of; another number where the same events give another row. */
export const projectionForm = '7';

/**
 * Derives the projection again where an earlier build wrote it, since its rows would lack what is asked of them now,
 * and where it is not what the events give. Where records can only be read that waits for another time.
 */
export function bringUpToDate(journal: Journal): void {
  try {
    // Events that cannot be trusted give no better rows than those that are there.
    if (journal.trouble() !== null) return;
    const isOfThisForm = journal.meta(projectionFormKey) === projectionForm;
    const isDamaged = isOfThisForm && journal.isCheckedWhole && journal.compareProjection().length > 0;
    if ((isOfThisForm && !isDamaged) || !journal.rebuildProjection().ok) return;
    journal.transaction((tx) => {
      tx.setMeta(projectionFormKey, projectionForm);
      if (isDamaged)
        tx.append({ subject: '', kind: rebuiltKind, body: { ...detailed('journal_corrupt', 'operations') } });
    });
  } catch (error) {
    if (!(error instanceof JournalUnavailable)) throw error;
  }
}

function isUnreached({ attempts }: Order): boolean {
  const stage = attempts.at(-1)?.progress.stage;
  return stage === 'notSent' || stage === 'lost';
}

/**
 * All that an order is looked for by beside its reference: its number, the short one of its sale, its invoice, the head
 * of the chain as it was sent, and its card's name in both languages.
 */
function searchTextOf(operationId: string, { intent, completed }: Order): string {
  const { chainHead, cardName, saleNumber } = intent;
  const said = [operationId, saleNumber, completed?.invoiceId, chainHead, cardName?.ar, cardName?.en].join(' ');
  const known = searchTexts.get(intent);
  if (known?.said === said) return known.text;
  const text = normalised(said);
  searchTexts.set(intent, { said, text });
  return text;
}

/** Most steps of an order say nothing new of what it is looked for by. */
const searchTexts = new WeakMap<Order['intent'], { readonly said: string; readonly text: string }>();

import { create } from 'zustand';
import type { Failure, OrderState } from '../../../src-shared/contract/codes.ts';
import type { OrderQuery } from '../../../src-shared/contract/order-list.ts';
import type { OrderView } from '../../../src-shared/contract/schemas.ts';
import { spokenDay, timesOf } from '../../../src-shared/search/days.ts';
import { turnsOf } from '../../base/stores/turns.ts';
import { useView } from '../../base/stores/view-store.ts';
import { newestFirst, readOrders, useOrders } from './orders-store.ts';

/** What a person looks for. Empty parts hold for every order. */
export interface Search {
  readonly show: 'all' | 'unsettled' | 'owed';
  readonly states: readonly OrderState[];
  readonly walletId: string | null;
  readonly card: Pick<OrderView, 'cardId' | 'cardName'> | null;
  /** Days of this counter's own calendar, each as `2026-11-21`. */
  readonly days: { readonly first: string; readonly last: string } | null;
  readonly find: string;
}

interface Found {
  readonly search: Search;
  /** Newest first; the orders themselves are in the orders' store. */
  readonly ids: readonly string[];
  readonly nextCursor: string | undefined;
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly failure: Failure | null;
  /** What is not among the answers is closed: an order beside them would be taken for one of them. */
  look: (part: Partial<Search>) => Promise<void>;
  /** Lists an order that was opened elsewhere: as it is looked for now, among all, or by its number. */
  list: (operationId: string) => Promise<void>;
  /**
   * Looks again: orders have come or moved meanwhile. What was read of older ones stays, and so does the one that is
   * open.
   */
  refresh: () => Promise<void>;
  loadOlder: () => Promise<void>;
}

export const everyOrder: Search = { show: 'all', states: [], walletId: null, card: null, days: null, find: '' };

export const useFound = create<Found>()((set, get) => ({
  search: everyOrder,
  ids: [],
  nextCursor: undefined,
  phase: 'loading',
  failure: null,

  look: async (part) => {
    const search = { ...get().search, ...part };
    set({ search });
    const isAsked = askedNow();
    const page = await pageOf(search);
    // What was asked for since is answered by its own call.
    if (!isAsked()) return;
    set(foundOn(page));
    if (page.ok) closeUnlisted(page.ids);
  },

  list: async (operationId) => {
    const { search: before, ids, phase } = get();
    if (phase === 'ready' && ids.includes(operationId)) return;
    const isAsked = askedNow();
    for (const search of [before, everyOrder, { ...everyOrder, find: operationId }]) {
      const page = await pageOf(search);
      if (!isAsked()) return;
      if (page.ok && !page.ids.includes(operationId) && search.find !== operationId) continue;
      set({ search, ...foundOn(page) });
      return;
    }
  },

  refresh: async () => {
    const isAsked = askedNow();
    const page = await pageOf(get().search);
    if (!isAsked() || !page.ok) return;
    const { ids, nextCursor } = get();
    const last = page.ids.at(-1);
    const older =
      last === undefined || page.nextCursor === undefined
        ? []
        : ids.slice(ids.indexOf(last) + 1).filter((id) => !page.ids.includes(id));
    set({ ids: withOpen([...page.ids, ...older], ids), nextCursor: older.length > 0 ? nextCursor : page.nextCursor });
  },

  loadOlder: async () => {
    const { search, nextCursor } = get();
    if (nextCursor === undefined) return;
    const isAsked = askedNow();
    const page = await pageOf(search, nextCursor);
    // A second press, or a look meanwhile, has brought it.
    if (!isAsked() || get().nextCursor !== nextCursor) return;
    set(({ ids }) =>
      page.ok ? { ids: [...ids, ...page.ids], nextCursor: page.nextCursor } : { failure: page.failure },
    );
  },
}));

const turn = turnsOf(useFound);

/** Says later whether what is looked for now still is, and at the same counter. */
function askedNow(): () => boolean {
  const { isHere } = turn();
  const { search } = useFound.getState();
  return () => isHere() && useFound.getState().search === search;
}

/**
 * A sale made since stands at the top at once: whoever opens the list meanwhile must not press what moves under the
 * finger.
 */
useOrders.subscribe(({ byId }, before) => {
  const { search, ids, phase } = useFound.getState();
  if (byId === before.byId || phase !== 'ready' || narrowingOf(search) !== 'all') return;
  const newest = byId[ids[0] ?? '']?.intendedAt ?? '';
  const added = newestFirst(
    Object.values(byId).filter(
      ({ operationId, intendedAt }) => before.byId[operationId] === undefined && intendedAt > newest,
    ),
  );
  if (added.length > 0) useFound.setState({ ids: [...added.map(({ operationId }) => operationId), ...ids] });
});

type Page =
  | { readonly ok: true; readonly ids: readonly string[]; readonly nextCursor: string | undefined }
  | { readonly ok: false; readonly failure: Failure };

async function pageOf(search: Search, cursor?: string): Promise<Page> {
  const query: OrderQuery = { ...queryOf(search), ...(cursor === undefined ? {} : { cursor }) };
  const page = await readOrders(
    (bridge) => bridge.orders.list(query),
    ({ items }) => items,
  );
  if (!page.ok) return { ok: false, failure: page.error };
  return { ok: true, ids: page.value.items.map(({ operationId }) => operationId), nextCursor: page.value.nextCursor };
}

function foundOn(page: Page): Pick<Found, 'phase' | 'failure'> & Partial<Found> {
  return page.ok
    ? { phase: 'ready', failure: null, ids: page.ids, nextCursor: page.nextCursor }
    : { phase: 'failed', failure: page.failure };
}

function closeUnlisted(ids: readonly string[]): void {
  const { openOrderId, closeOrder } = useView.getState();
  if (openOrderId !== null && !ids.includes(openOrderId)) closeOrder();
}

/** What is read, and perhaps acted upon, stays in the list though it is no longer what was looked for. */
function withOpen(ids: readonly string[], before: readonly string[]): readonly string[] {
  const { openOrderId } = useView.getState();
  if (openOrderId === null || ids.includes(openOrderId) || !before.includes(openOrderId)) return ids;
  const { byId } = useOrders.getState();
  return newestFirst([...ids, openOrderId].flatMap((id) => byId[id] ?? [])).map(({ operationId }) => operationId);
}

/** How far a person has narrowed the list. */
export function narrowingOf({ show, states, walletId, card, days, find }: Search): Search['show'] | 'more' {
  if (states.length > 0 || walletId !== null || card !== null || days !== null || find.trim() !== '') return 'more';
  return show;
}

/** The days that are looked for: those that were picked, else the one that a word of the search names. */
export function daysIn({ days, find }: Pick<Search, 'days' | 'find'>, now: Date): Search['days'] {
  const spoken = spokenDay(find, now);
  return days ?? (spoken === null ? null : { first: spoken.day, last: spoken.day });
}

/** In main's words: a day is the time between two midnights here. */
export function queryOf(search: Search, now = new Date()): OrderQuery {
  const { show, states, walletId, card } = search;
  const days = daysIn(search, now);
  const find = search.days === null ? (spokenDay(search.find, now)?.rest ?? search.find) : search.find;
  return {
    show,
    ...(states.length === 0 ? {} : { states: [...states] }),
    ...(walletId === null ? {} : { walletId }),
    ...(card === null ? {} : { cardId: card.cardId }),
    ...(days === null ? {} : timesOf(days.first, days.last)),
    ...(find.trim() === '' ? {} : { find: find.trim() }),
  };
}

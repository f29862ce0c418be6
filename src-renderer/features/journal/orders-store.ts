import { create } from 'zustand';

import { finalStates } from '../../../src-preload/contract/codes.ts';
import type { DecisionChoice, Failure } from '../../../src-preload/contract/codes.ts';
import type { CallInput, CallResult, CounterBridge, OrderView } from '../../../src-preload/contract/schemas.ts';
import { ask, counter } from '../../app/bridge.ts';

type Act = 'resume' | 'keepWanted' | 'cancel';
type Acting = Act | 'decide';

/** Every order this window has heard of, by operation id. Codes are dropped at the door: no store holds one. */
interface Orders {
  readonly byId: Readonly<Record<string, OrderView>>;
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly failure: Failure | null;
  readonly nextCursor: string | undefined;
  readonly acting: Readonly<Record<string, Acting>>;
  load: () => Promise<void>;
  loadOlder: () => Promise<void>;
  keep: (orders: readonly OrderView[]) => void;
  act: (act: Act, operationId: string) => Promise<Failure | null>;
  decide: (choice: DecisionChoice, operationId: string) => Promise<Failure | null>;
  listen: () => () => void;
}

export const useOrders = create<Orders>()((set, get) => ({
  byId: {},
  phase: 'loading',
  failure: null,
  nextCursor: undefined,
  acting: {},

  load: async () => {
    const [pending, waiting, all] = await Promise.all([everyPage('pending'), everyPage('codesWaiting'), ask((bridge) => bridge.orders.list({ show: 'all' }))]);
    for (const read of [pending, waiting, all]) if (read.ok) get().keep(read.value.items);
    const [failure] = [all, pending, waiting].flatMap((read) => (read.ok ? [] : [read.error]));
    if (failure !== undefined) set({ phase: 'failed', failure });
    else if (all.ok) set({ phase: 'ready', failure: null, nextCursor: all.value.nextCursor });
  },

  loadOlder: async () => {
    const cursor = get().nextCursor;
    if (cursor === undefined) return;
    const older = await ask((bridge) => bridge.orders.list({ show: 'all', cursor }));
    if (!older.ok) {
      set({ failure: older.error });
      return;
    }
    get().keep(older.value.items);
    set({ nextCursor: older.value.nextCursor });
  },

  keep: (orders) => {
    set(({ byId }) => {
      // The answer to `place` may be overtaken by the notice of its outcome; no order goes back to being merely intended.
      const news = orders.filter(({ operationId, state }) => byId[operationId] === undefined || state !== 'intended');
      return { byId: { ...byId, ...Object.fromEntries(news.map((order) => [order.operationId, withoutCodes(order)])) } };
    });
  },

  act: (act, operationId) => once(act, operationId, ({ orders }) => orders[act]({ operationId })),
  decide: (choice, operationId) => once('decide', operationId, ({ orders }) => orders.decide({ operationId, choice })),

  listen: () => counter().on('orderChanged', (order) => get().keep([order])),
}));

/**
 * One act on an order at a time. Its answer is kept unless a notice has come meanwhile: each change has one, in order, and
 * the answer may be overtaken by the outcome.
 */
async function once(acting: Acting, operationId: string, call: (bridge: CounterBridge) => Promise<CallResult<OrderView>>): Promise<Failure | null> {
  const { getState, setState } = useOrders;
  if (getState().acting[operationId] !== undefined) return null;
  setState((orders) => ({ acting: { ...orders.acting, [operationId]: acting } }));
  const before = getState().byId[operationId];
  const result = await ask(call);
  if (result.ok && getState().byId[operationId] === before) getState().keep([result.value]);
  setState((orders) => ({ acting: Object.fromEntries(Object.entries(orders.acting).filter(([id]) => id !== operationId)) }));
  return result.ok ? null : result.error;
}

/** The tray must hold all of them: what stands on a later page would be forgotten. */
async function everyPage(show: CallInput<'orders', 'list'>['show']): Promise<CallResult<{ readonly items: readonly OrderView[] }>> {
  const items: OrderView[] = [];
  let cursor: string | undefined;
  do {
    const input = { show, ...(cursor === undefined ? {} : { cursor }) };
    const page = await ask((bridge) => bridge.orders.list(input));
    if (!page.ok) return page;
    items.push(...page.value.items);
    cursor = page.value.nextCursor;
  } while (cursor !== undefined);
  return { ok: true, value: { items } };
}

function withoutCodes(order: OrderView): OrderView {
  return { ...order, codes: order.codes.map(({ soldCardId }) => ({ soldCardId, serialNumber: null, voucher: null })) };
}

/** Whether somebody still has to do or wait for something: no outcome yet, a decision to make, or codes to hand over. */
export function isUnsettled(order: OrderView): boolean {
  return !finalStates.includes(order.state) || hasCodesWaiting(order);
}

export function hasCodesWaiting(order: OrderView): boolean {
  return order.state === 'completed' && (order.codesState === 'sealed' || order.codesState === 'toReveal');
}

export function newestFirst(orders: readonly OrderView[]): OrderView[] {
  return orders.toSorted((one, other) => other.intendedAt.localeCompare(one.intendedAt));
}

import { create } from 'zustand';
import { finalStates, type DecisionChoice, type Failure } from '../../../src-shared/contract/codes.ts';
import type { CallResult, CounterBridge, OrderView } from '../../../src-shared/contract/schemas.ts';
import { ask, counter } from '../../base/bridge.ts';
import { sumsOf } from '../../base/money/total.ts';
import { withApproval, type Subject, type Subjects } from '../../base/stores/approval-store.ts';
import { turnsOf } from '../../base/stores/turns.ts';
import { asksWanted } from './wanted.ts';

type Act = 'resume' | 'keepWanted' | 'cancel';
type Acting = Act | 'decide';

/** Every order this window has heard of, by operation id. */
interface Orders {
  readonly byId: Readonly<Record<string, OrderView>>;
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly failure: Failure | null;
  /** Counts what main has reported since. */
  readonly moved: number;
  /** Sales that ended with nothing bought while nobody looked: the customer who waits for one does not know yet. */
  readonly unseen: readonly string[];
  /** What stood in the tray of a page that crashed, until it is known how it stands now. */
  readonly left: readonly string[];
  readonly acting: Readonly<Record<string, Acting>>;
  load: () => Promise<void>;
  keep: (orders: readonly OrderView[]) => void;
  act: (act: Act, operationId: string) => Promise<Failure | null>;
  decide: (choice: DecisionChoice, operationId: string) => Promise<Failure | null>;
  /** It has been on the screen since it ended. */
  markSeen: (operationId: string) => void;
  /** Another person is there, who may not know what the shop pays. */
  forgetCosts: () => void;
  listen: () => () => void;
}

export const useOrders = create<Orders>()((set, get) => ({
  byId: {},
  phase: 'loading',
  failure: null,
  moved: 0,
  unseen: [],
  left: [],
  acting: {},

  load: async () => {
    const { isHere } = turn();
    const [unsettled, newest] = await Promise.all([
      everyOrderOf('unsettled'),
      readOrders(
        (bridge) => bridge.orders.list({ show: 'all' }),
        ({ items }) => items,
      ),
    ]);
    if (isHere()) await takeUpLeft(isHere);
    if (!isHere()) return;
    const failure = unsettled ?? (newest.ok ? null : newest.error);
    set(failure === null ? { phase: 'ready', failure: null } : { phase: 'failed', failure });
  },

  keep: (orders) => {
    set(({ byId }) => ({
      byId: { ...byId, ...Object.fromEntries(orders.map((order) => [order.operationId, order])) },
    }));
  },

  forgetCosts: () => {
    set(({ byId }) => ({
      byId: Object.fromEntries(Object.entries(byId).map(([id, order]) => [id, withoutCost(order)])),
    }));
  },

  act: (act, operationId) => once(act, operationId, ({ orders }) => orders[act]({ operationId })),
  decide: (choice, operationId) =>
    once('decide', operationId, ({ orders }) =>
      withApproval((given) => orders.decide({ operationId, choice, ...given }), subjectOf(get().byId[operationId])),
    ),

  markSeen: (operationId) => set(({ unseen }) => ({ unseen: unseen.filter((each) => each !== operationId) })),

  listen: () =>
    counter().on('orderChanged', (order) => {
      const before = get().byId[order.operationId];
      hear(order.operationId);
      const hasEnded = before !== undefined && isUnsettled(before) && endedUnbought(order);
      // At once: whoever listens looks through all orders each time.
      set(({ byId, moved, unseen }) => ({
        byId: { ...byId, [order.operationId]: order },
        moved: moved + 1,
        unseen: hasEnded ? [...unseen, order.operationId] : unseen,
      }));
    }),
}));

const turn = turnsOf(useOrders);

function withoutCost({ total: _, charge: { margin: _margin, ...charge }, ...order }: OrderView): OrderView {
  return { ...order, charge };
}

/** For each call under way, the orders that main has reported or acted on since it was asked. */
const underWay = new Set<Set<string>>();

function hear(operationId: string): void {
  for (const heard of underWay) heard.add(operationId);
}

/**
 * Asks main and keeps the orders of its answer, but for those that it has reported meanwhile: an answer may have been
 * read before that, and each change has its notice.
 */
export async function readOrders<T>(
  call: (bridge: CounterBridge) => Promise<CallResult<T>>,
  ordersOf: (value: T) => readonly OrderView[],
): Promise<CallResult<T>> {
  const heard = new Set<string>();
  const { isHere } = turn();
  underWay.add(heard);
  const result = await ask(call);
  underWay.delete(heard);
  // A list of the counter before would put its sales into the tray of this one.
  if (result.ok && isHere())
    useOrders.getState().keep(ordersOf(result.value).filter(({ operationId }) => !heard.has(operationId)));
  return result;
}

/** The same for what changes orders: a list that was read before it and comes later takes nothing of it back. */
export async function changeOrders<T>(
  call: (bridge: CounterBridge) => Promise<CallResult<T>>,
  ordersOf: (value: T) => readonly OrderView[],
): Promise<CallResult<T>> {
  const result = await readOrders(call, ordersOf);
  if (result.ok) for (const { operationId } of ordersOf(result.value)) hear(operationId);
  return result;
}

export function changeOrder(
  call: (bridge: CounterBridge) => Promise<CallResult<OrderView>>,
): Promise<CallResult<OrderView>> {
  return changeOrders(call, (order) => [order]);
}

/** What a manager allows something about; the total is what its customer pays. */
export function subjectOf(order: OrderView | undefined): Subject | null {
  return order === undefined ? null : { cardName: order.cardName, quantity: order.quantity, total: order.charge.total };
}

/** The same for all orders of a sale that something is done with at once. */
export function subjectsOf(orders: readonly OrderView[]): Subject | Subjects | null {
  const lines = orders.flatMap((order) => subjectOf(order) ?? []);
  const [only = null] = lines;
  return lines.length < 2 ? only : { lines, totals: sumsOf(lines.map(({ total }) => total)) };
}

/** One act on an order at a time. */
async function once(
  acting: Acting,
  operationId: string,
  call: (bridge: CounterBridge) => Promise<CallResult<OrderView>>,
): Promise<Failure | null> {
  const { getState, setState } = useOrders;
  if (getState().acting[operationId] !== undefined) return null;
  setState((orders) => ({ acting: { ...orders.acting, [operationId]: acting } }));
  const result = await changeOrder(call);
  setState((orders) => ({
    acting: Object.fromEntries(Object.entries(orders.acting).filter(([id]) => id !== operationId)),
  }));
  return result.ok ? null : result.error;
}

/**
 * Sales that ended with nothing bought before anybody looked are unseen, also where the page did not live to hear of
 * it.
 */
async function takeUpLeft(isHere: () => boolean): Promise<void> {
  const { getState, setState } = useOrders;
  const { left, byId } = getState();
  await Promise.all(
    left
      .filter((id) => byId[id] === undefined)
      .map((operationId) =>
        readOrders(
          ({ orders }) => orders.read({ operationId }),
          ({ order }) => [order],
        ),
      ),
  );
  if (!isHere()) return;
  setState((orders) => {
    const ended = left.filter((id) => orders.byId[id] !== undefined && endedUnbought(orders.byId[id]));
    return {
      unseen: [...new Set([...orders.unseen, ...ended])],
      left: left.filter((id) => orders.byId[id] === undefined),
    };
  });
}

/**
 * The tray must hold all of them: what stands on a later page would be forgotten. Gives why not, where one cannot be
 * read.
 */
export async function everyOrderOf(show: 'unsettled' | 'owed'): Promise<Failure | null> {
  const { isHere } = turn();
  let cursor: string | undefined;
  do {
    const input = { show, ...(cursor === undefined ? {} : { cursor }) };
    const page = await readOrders(
      (bridge) => bridge.orders.list(input),
      ({ items }) => items,
    );
    if (!page.ok) return page.error;
    cursor = page.value.nextCursor;
  } while (cursor !== undefined && isHere());
  return null;
}

/**
 * Whether somebody still has to do or wait for something: no outcome yet, a decision to make, or codes to hand over.
 */
export function isUnsettled(order: OrderView): boolean {
  return !finalStates.includes(order.state) || hasCodesWaiting(order);
}

/**
 * What a person still has to deal with or has not seen: first what nothing but a person moves on, as money to give
 * back (`owed`), then what asks whether it is still wanted, so that neither is ever the one out of sight.
 */
export function inTray(
  { byId, unseen }: Pick<Orders, 'byId' | 'unseen'>,
  nowMs = Date.now(),
  owed: ReadonlySet<string> = new Set(),
): OrderView[] {
  const urgency = (order: OrderView): number =>
    order.state === 'attention' || owed.has(order.operationId) ? 2 : Number(asksWanted(order, nowMs));
  const kept = newestFirst(
    Object.values(byId).filter(
      (order) => isUnsettled(order) || owed.has(order.operationId) || unseen.includes(order.operationId),
    ),
  );
  return kept.toSorted((one, other) => urgency(other) - urgency(one));
}

/** By the service's word: what a person cancelled or decided, that person knows. */
function endedUnbought({ state, decided }: OrderView): boolean {
  return decided === undefined && (state === 'refused' || state === 'failed' || state === 'notBought');
}

export function hasCodesWaiting(order: OrderView): boolean {
  return order.state === 'completed' && (order.codesState === 'sealed' || order.codesState === 'toReveal');
}

export function newestFirst(orders: readonly OrderView[]): OrderView[] {
  return orders.toSorted((one, other) => other.intendedAt.localeCompare(one.intendedAt));
}

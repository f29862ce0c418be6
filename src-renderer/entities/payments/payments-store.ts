import { create } from 'zustand';
import { finalStates, type Failure } from '../../../src-shared/contract/codes.ts';
import type { PaymentMeans } from '../../../src-shared/contract/payment-words.ts';
import type { PaymentNoting, SalePayment } from '../../../src-shared/contract/payments.ts';
import type { CallResult, CounterBridge, OrderView } from '../../../src-shared/contract/schemas.ts';
import { ask, counter } from '../../base/bridge.ts';
import { withApproval, type Subjects } from '../../base/stores/approval-store.ts';
import { turnsOf } from '../../base/stores/turns.ts';
import { everyOrderOf, useOrders } from '../orders/orders-store.ts';

interface Payments {
  /** What counts where nothing else is said; null where the shop notes no payments, or nobody knows yet. */
  readonly usual: PaymentMeans | null;
  /** Orders that a customer paid for and that were not bought, with what is to be given back. */
  readonly owed: PaymentNoting['owed'];
  /** The whole sale of each order that was looked at. */
  readonly ofOrder: Readonly<Record<string, SalePayment>>;
  load: () => Promise<void>;
  setUsual: (usual: PaymentMeans | null) => Promise<Failure | null>;
  lookAt: (operationId: string) => Promise<void>;
  /** Changes a sale, with a manager's word where main wants one, and shows how it stands then. */
  change: (
    operationId: string,
    call: (payments: CounterBridge['payments'], given: Given) => Promise<CallResult<SalePayment>>,
    subject?: Subjects,
  ) => Promise<CallResult<SalePayment>>;
  listen: () => () => void;
}

type Given = Parameters<Parameters<typeof withApproval<SalePayment>>[0]>[0];

/** How customers pay, as main knows it. */
export const usePayments = create<Payments>()((set, get) => ({
  usual: null,
  owed: [],
  ofOrder: {},
  load: async () => {
    const { isLast } = turn();
    const noting = await ask((bridge) => bridge.payments.read({}));
    if (!noting.ok || !isLast()) return;
    const { usual, owed } = noting.value;
    // Old ones are on no page that was read yet.
    if (owed.some(({ operationId }) => useOrders.getState().byId[operationId] === undefined))
      await everyOrderOf('owed');
    if (isLast()) set({ usual, ...(isSame(owed, get().owed) ? {} : { owed }) });
  },
  setUsual: async (usual) => {
    const noting = await ask((bridge) => bridge.payments.setUsual({ usual }));
    if (!noting.ok) return noting.error;
    turn();
    set({ ...noting.value, ofOrder: {} });
    return null;
  },
  lookAt: async (operationId) => {
    const { isNews } = turn(operationId);
    const sale = await ask((bridge) => bridge.payments.sale({ operationId }));
    if (sale.ok && isNews()) set(({ ofOrder }) => ({ ofOrder: withSale(ofOrder, sale.value) }));
  },
  change: async (operationId, call, subject) => {
    const changed = await withApproval((given) => ask((bridge) => call(bridge.payments, given)), subject);
    if (changed.ok) {
      turn(operationId).isNews();
      set(({ ofOrder }) => ({ ofOrder: withSale(ofOrder, changed.value) }));
      await get().load();
    }
    // Somebody else may have changed it.
    else await get().lookAt(operationId);
    return changed;
  },
  listen: () =>
    counter().on('orderChanged', (order) => {
      if (movesOwed(order, get().owed)) void get().load();
    }),
}));

const turn = turnsOf(usePayments);

/** One that ends unbought may have been paid ahead; one that is owed goes on, or passes its money to a new try. */
function movesOwed(order: OrderView, owed: PaymentNoting['owed']): boolean {
  const { operationId, replaces, state } = order;
  const isUnbought = state !== 'completed' && finalStates.includes(state);
  return isUnbought || owed.some((one) => one.operationId === operationId || one.operationId === replaces);
}

function isSame(one: Payments['owed'], other: Payments['owed']): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function withSale(ofOrder: Payments['ofOrder'], sale: SalePayment): Payments['ofOrder'] {
  return { ...ofOrder, ...Object.fromEntries(sale.lines.map(({ operationId }) => [operationId, sale])) };
}

import { create } from 'zustand';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { PaymentMeans } from '../../../src-shared/contract/payment-words.ts';
import type { SalePayment } from '../../../src-shared/contract/payments.ts';
import type { CallResult, CounterBridge } from '../../../src-shared/contract/schemas.ts';
import { ask } from '../../base/bridge.ts';
import { withApproval, type Subjects } from '../../base/stores/approval-store.ts';

interface Payments {
  /** What counts where nothing else is said; null where the shop notes no payments, or nobody knows yet. */
  readonly usual: PaymentMeans | null;
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
}

type Given = Parameters<Parameters<typeof withApproval<SalePayment>>[0]>[0];

/** How customers pay, as main knows it. */
export const usePayments = create<Payments>()((set, get) => ({
  usual: null,
  ofOrder: {},
  load: async () => {
    const noting = await ask((bridge) => bridge.payments.read({}));
    if (noting.ok) set({ usual: noting.value.usual });
  },
  setUsual: async (usual) => {
    const noting = await ask((bridge) => bridge.payments.setUsual({ usual }));
    if (!noting.ok) return noting.error;
    set({ usual: noting.value.usual, ofOrder: {} });
    return null;
  },
  lookAt: async (operationId) => {
    const sale = await ask((bridge) => bridge.payments.sale({ operationId }));
    if (sale.ok) set(({ ofOrder }) => ({ ofOrder: withSale(ofOrder, sale.value) }));
  },
  change: async (operationId, call, subject) => {
    const changed = await withApproval((given) => ask((bridge) => call(bridge.payments, given)), subject);
    if (changed.ok) set(({ ofOrder }) => ({ ofOrder: withSale(ofOrder, changed.value) }));
    // Somebody else may have changed it.
    else await get().lookAt(operationId);
    return changed;
  },
}));

function withSale(ofOrder: Payments['ofOrder'], sale: SalePayment): Payments['ofOrder'] {
  return { ...ofOrder, ...Object.fromEntries(sale.lines.map(({ operationId }) => [operationId, sale])) };
}

import { create } from 'zustand';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { ComplaintView } from '../../../src-shared/contract/complaints.ts';
import type { CallResult, CounterBridge } from '../../../src-shared/contract/schemas.ts';
import { ask } from '../../base/bridge.ts';
import { turnsOf } from '../../base/stores/turns.ts';

interface Complaints {
  /** Those that somebody has something to do about, the newest first; null before they were read. */
  readonly open: readonly ComplaintView[] | null;
  readonly hasMore: boolean;
  /** Whether their list is unfolded. */
  readonly isListOpen: boolean;
  /** All of an order, the newest first. */
  readonly ofOrder: Readonly<Record<string, readonly ComplaintView[]>>;
  readonly failure: Failure | null;
  lookAtOpen: () => Promise<void>;
  lookAt: (operationId: string) => Promise<void>;
  /** Changes one and reads what is shown of its order again. */
  change: (
    operationId: string,
    call: (complaints: CounterBridge['complaints']) => Promise<CallResult<ComplaintView>>,
  ) => Promise<CallResult<ComplaintView>>;
}

export const useComplaints = create<Complaints>()((set, get) => ({
  open: null,
  hasMore: false,
  isListOpen: false,
  ofOrder: {},
  failure: null,

  lookAtOpen: async () => {
    const { isNews } = turn();
    const read = await ask((bridge) => bridge.complaints.list({ show: 'open' }));
    if (!isNews()) return;
    set(read.ok ? { open: read.value.items, hasMore: read.value.hasMore, failure: null } : { failure: read.error });
  },

  lookAt: async (operationId) => {
    const { isNews } = turn(operationId);
    const read = await ask((bridge) => bridge.complaints.list({ show: 'all', operationId }));
    if (!isNews()) return;
    if (!read.ok) set({ failure: read.error });
    else set(({ ofOrder }) => ({ ofOrder: { ...ofOrder, [operationId]: read.value.items }, failure: null }));
  },

  change: async (operationId, call) => {
    const changed = await ask((bridge) => call(bridge.complaints));
    // Also where it was refused: somebody else may have changed it.
    await Promise.all([get().lookAt(operationId), get().lookAtOpen()]);
    return changed;
  },
}));

const turn = turnsOf(useComplaints);

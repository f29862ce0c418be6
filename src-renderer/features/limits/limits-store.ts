import { create } from 'zustand';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { LimitsChange, LimitsView } from '../../../src-shared/contract/limits.ts';
import type { CallInput } from '../../../src-shared/contract/schemas.ts';
import { ask } from '../../base/bridge.ts';
import { turnsOf } from '../../base/stores/turns.ts';

export type LimitTerms = LimitsView['items'][number];

interface Limits {
  /** Null until main has been asked. */
  readonly items: readonly LimitTerms[] | null;
  readonly changes: readonly LimitsChange[];
  readonly hasMore: boolean;
  readonly failure: Failure | null;
  load: () => Promise<void>;
  set: (terms: CallInput<'limits', 'set'>) => Promise<Failure | null>;
}

/** What cashiers may spend without a manager; only for who may know the cost. */
export const useLimits = create<Limits>()((set, get) => ({
  items: null,
  changes: [],
  hasMore: false,
  failure: null,
  load: async () => {
    const { isNews } = turn();
    const [limits, history] = await Promise.all([
      ask((bridge) => bridge.limits.read({})),
      ask((bridge) => bridge.limits.history({})),
    ]);
    if (!isNews()) return;
    if (!limits.ok) set({ failure: limits.error });
    else if (!history.ok) set({ failure: history.error });
    else
      set({ items: limits.value.items, changes: history.value.items, hasMore: history.value.hasMore, failure: null });
  },
  set: async (terms) => {
    const changed = await ask((bridge) => bridge.limits.set(terms));
    if (!changed.ok) return changed.error;
    await get().load();
    return null;
  },
}));

const turn = turnsOf(useLimits);

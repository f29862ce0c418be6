import { create } from 'zustand';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { Compared, Comparison, SalesReport } from '../../../src-shared/contract/reports.ts';
import type { CallResult } from '../../../src-shared/contract/schemas.ts';
import { languages } from '../../../src-shared/words/languages.ts';
import { ask } from '../../base/bridge.ts';
import { useSession } from '../../base/stores/session-store.ts';
import { forget, turnsOf } from '../../base/stores/turns.ts';
import { daysOf, faultIn, type Days, type RangeName } from './days.ts';

export type ReportView = 'day' | 'sales' | 'compare';

interface Reports {
  readonly view: ReportView;
  readonly range: RangeName;
  readonly days: Days;
  /** A failed reading keeps what was read before. */
  readonly sales: SalesReport | null;
  readonly reading: boolean;
  readonly failure: Failure | null;
  readonly comparison: Comparison | null;
  readonly comparing: boolean;
  readonly comparisonFailure: Failure | null;
  show: (view: ReportView) => void;
  choose: (range: RangeName, days: Days) => void;
  /** A day that began meanwhile is today. */
  renewDays: () => void;
  read: () => Promise<void>;
  /** Goes on where the same one stopped, unless it is to be anew. */
  compare: (of: Compared, withLists: boolean, anew?: boolean) => Promise<void>;
  /** How the comparison stands now. */
  look: () => Promise<void>;
  cancel: () => Promise<void>;
}

function localeNow(): string {
  return languages[useSession.getState().language].locale;
}

export const useReports = create<Reports>()((set, get) => ({
  view: 'day',
  range: 'today',
  days: daysOf('today', new Date(), localeNow()),
  sales: null,
  reading: false,
  failure: null,
  comparison: null,
  comparing: false,
  comparisonFailure: null,

  show: (view) => set({ view }),

  choose: (range, days) => {
    set({ range, days, sales: null, failure: null });
    void get().read();
  },

  renewDays: () => {
    const { range } = get();
    if (range !== 'own') set({ days: daysOf(range, new Date(), localeNow()) });
  },

  read: async () => {
    get().renewDays();
    const { days } = get();
    const { isLast } = turn('sales');
    if (faultIn(days) !== null) {
      set({ reading: false });
      return;
    }
    set({ reading: true });
    const read = await ask(({ reports }) => reports.sales(days));
    if (!isLast()) return;
    set({ reading: false, ...(read.ok ? { sales: read.value, failure: null } : { failure: read.error }) });
  },

  compare: async (of, withLists, anew = false) => {
    const { isLast } = turn('compare');
    set({ comparing: true, comparisonFailure: null });
    const how = { withLists, ...(anew ? { anew } : {}) };
    await takeComparison(() => ask(({ reports }) => reports.compare({ of, ...how })));
    if (isLast()) set({ comparing: false });
  },

  look: () => takeComparison(() => ask(({ reports }) => reports.comparison({}))),

  cancel: () => takeComparison(() => ask(({ reports }) => reports.cancelComparison({}))),
}));

const turn = turnsOf(useReports);

async function takeComparison(call: () => Promise<CallResult<Comparison | null>>): Promise<void> {
  const { isLast } = turn('comparison');
  const result = await call();
  if (!isLast()) return;
  useReports.setState(
    result.ok ? { comparison: result.value, comparisonFailure: null } : { comparisonFailure: result.error },
  );
}

/** Leaves nothing to the next person or counter, nor what is still to be answered. */
export function forgetReports(): void {
  forget(useReports);
  useReports.setState({ days: daysOf('today', new Date(), localeNow()) });
}

import type { CardCodes } from '../../../src-main/core/card-codes.ts';
import type { LimitEvent } from '../../../src-main/limits/machine/events.ts';
import type { ApprovalKind } from '../../../src-shared/contract/approval-kinds.ts';
import type { DecisionChoice, Failure, FailureCode } from '../../../src-shared/contract/codes.ts';
import type { ComplaintView } from '../../../src-shared/contract/complaints.ts';
import type { DayReport, ShiftView } from '../../../src-shared/contract/day.ts';
import type { NoticeName } from '../../../src-shared/contract/names.ts';
import type { PaymentMeans } from '../../../src-shared/contract/payment-words.ts';
import type { PreferencesView } from '../../../src-shared/contract/preferences.ts';
import type { PriceChange, PriceListView } from '../../../src-shared/contract/prices.ts';
import type { Comparison, SalesReport } from '../../../src-shared/contract/reports.ts';
import type { CallOutput, CatalogueView, OrderView, StartView } from '../../../src-shared/contract/schemas.ts';
import type { OpenWork } from '../../../src-shared/contract/screen.ts';
import type { StaffView } from '../../../src-shared/contract/staff.ts';
import type { TodayView } from '../../../src-shared/contract/today.ts';
import type { UpdateView } from '../../../src-shared/contract/updates.ts';
import type { Language } from '../../../src-shared/words/languages.ts';

/** The answers that a test chooses. */
export interface DoubleOptions {
  readonly start?: Partial<StartView>;
  /** Main wrote into the page that no deployment is chosen. */
  readonly firstRun?: true;
  /** Main wrote into the page what it would have shown first when the last run ended: so many cards, or the lock. */
  readonly remembered?: { readonly cards: number; readonly start?: Partial<StartView> } | 'locked';
  readonly catalogue?: 'kept' | 'empty' | 'never' | 'many' | 'unlike';
  /** Shelves that the service does not give. */
  readonly oldShelves?: NonNullable<CatalogueView['old']>;
  /** How long ago the catalogue that is kept was read. */
  readonly readMinutesAgo?: number;
  readonly wallets?: 'kept' | 'never' | 'refused';
  /** `closed`: what lies sealed beside the newest does not open. */
  readonly orders?: 'some' | 'none' | 'closed';
  readonly outcome?: 'completed' | 'unknown' | 'accepted' | 'refused';
  readonly refusal?: FailureCode;
  /** Calls that fail, as `domain.call`, with the code or all that they fail with. */
  readonly failing?: Readonly<Record<string, FailureCode | Failure>>;
  /** Calls that never answer. */
  readonly hanging?: readonly string[];
  /** Calls that are not heard until the test lets them go. */
  readonly held?: readonly string[];
  /** What the comparison with the service finds. */
  /** Wallets that a check of the records cannot read. */
  readonly uncheckedWallets?: readonly string[];
  readonly findings?: Partial<CallOutput<'reveals', 'reconcile'>>;
  /** What the service saw of a call, and what the search for the cause finds. */
  readonly diagnosis?: Partial<CallOutput<'diagnosis', 'run'>>;
  readonly examination?: Partial<CallOutput<'diagnosis', 'search'>>;
  /** A search ends only when it is cancelled. */
  readonly searchesLong?: boolean;
  readonly preferences?: Partial<PreferencesView>;
  readonly prices?: Partial<PriceListView>;
  /** The newest first. */
  readonly complaints?: readonly ComplaintView[];
  readonly priceChanges?: readonly PriceChange[];
  readonly limitChanges?: readonly LimitEvent[];
  /** How customers usually pay; the shop notes it then. */
  readonly usual?: PaymentMeans;
  /** Records of before a restore: money of a sale may have gone back. */
  readonly mayBeBack?: true;
  /** Calls, as `domain.call`, that a cashier makes with a manager's word only, and what for. */
  readonly approvals?: Readonly<Record<string, readonly ApprovalKind[]>>;
  readonly updates?: Partial<UpdateView>;
  /** Members of every report of a day. */
  readonly day?: Partial<DayReport>;
  readonly shift?: ShiftView;
  /** Members of every report over days, and of a comparison with the service. */
  readonly sales?: Partial<SalesReport>;
  /** Members of the day at a glance, and what wallets cost on an average day. */
  readonly today?: Partial<TodayView>;
  readonly averageDays?: Readonly<Record<string, string>>;
  readonly comparison?: Partial<Comparison>;
  /** What becomes of a file that is saved. */
  readonly saved?: CallOutput<'reports', 'save'>['saved'];
  /** Where a person wants a file with codes. */
  readonly codesPlace?: 'nowhere';
  readonly locked?: boolean;
  /** Who works here, and who of them is there. */
  readonly staff?: Readonly<Pick<StaffView, 'me'>> & { readonly people: readonly StaffView['people'][number][] };
  /** Where the page was before it was loaded again. */
  readonly place?: OpenWork;
  /** What the printer says in place of taking the job. */
  readonly printFault?: 'printer_gone' | 'refused' | null;
  /** The voucher of every card, in place of the double's own. */
  readonly voucher?: string;
}

export interface DoubleControl {
  readonly made: { readonly call: string; readonly input: unknown }[];
  /** The codes of each frame, by the number at the end of its address. */
  readonly drawn: CardCodes[][];
  /** What each preview of a receipt is of, by the number at the end of its address. */
  readonly receipts: {
    readonly orders: readonly OrderView[];
    readonly language: Language;
    readonly withCodes: boolean;
    readonly paper: PreferencesView['receiptPaper'];
  }[];
  set: (options: DoubleOptions) => void;
  notify: (notice: NoticeName, payload: unknown) => void;
  /** Hears the calls that were held, holds none any more, and resolves when the page has had their answers. */
  letGo: () => Promise<void>;
  settle: (operationId: string, part: Partial<OrderView>) => void;
  /** A sale that this window did not begin. */
  add: (order: OrderView) => void;
  /** The records come into doubt, which main does not announce. */
  doubt: (copyStatus: NonNullable<StartView['copyStatus']>) => void;
}

declare global {
  interface Window {
    doubleOptions?: DoubleOptions;
    double: DoubleControl;
  }
}

/** What the double knows and remembers. */
export interface World {
  options: DoubleOptions;
  start: StartView;
  orders: Map<string, OrderView>;
  /** What training was begun from, where that was a counter of a service. */
  real: { readonly start: StartView; readonly orders: Map<string, OrderView> } | null;
  decided: Map<string, DecisionChoice>;
  placed: number;
  /** What the service has said of the first card since. */
  news: Partial<CatalogueView['cards'][number]>;
  /** Each hears one call that is held, and resolves when it is answered. */
  held: (() => Promise<unknown>)[];
  /** Ends the search under way. */
  endSearch: (() => void) | null;
  preferences: PreferencesView;
  prices: PriceListView;
  /** The newest first. */
  complaints: ComplaintView[];
  /** The newest first. */
  priceChanges: PriceChange[];
  /** What counts where nobody says how the customer pays; null: the shop does not note it. */
  usual: PaymentMeans | null;
  /** Money to give back. */
  owed: () => CallOutput<'payments', 'read'>['owed'];
  /** The oldest first. */
  limitChanges: LimitEvent[];
  updates: UpdateView;
  staff: StaffView;
  shift: ShiftView;
  /** What each person had open. */
  places: Map<string | null, OpenWork>;
  control: DoubleControl;
}

import type { OperationId } from '../../core/ids.ts';
import type { StepMark } from '../../core/ports.ts';
import type { Background } from '../../exchange/background.ts';
import type { PartnerSession } from '../../exchange/session.ts';
import type { Journal, JournalTransaction } from '../../journal/journal.ts';
import type { Need } from '../../staff/approval-check.ts';
import type { Vault } from '../../vault/vault.ts';
import type { IntendedOrder } from '../machine/events.ts';
import type { NewSale } from '../machine/new-sale.ts';
import type { OrderRecords } from './order-records.ts';
import type { SaleNumbers } from './sale-numbers.ts';
import type { PurchaseStep } from './steps.ts';

/** What an attempt works with. */
export interface OrderContext {
  readonly session: PartnerSession;
  readonly journal: Journal;
  readonly vault: Vault;
  readonly records: OrderRecords;
  readonly step: StepMark<PurchaseStep>;
  /** Sealed answers that were judged again to the same end: so they stay until there are other keys or times. */
  readonly judgedInVain: Set<string>;
  /** What goes on after its caller stopped waiting, until the counter closes. */
  readonly background: Background;
}

export interface DriverContext extends OrderContext {
  /** Aborts when nothing more is to be started. */
  readonly stopping: AbortSignal;
  /** The permissions the service last reported, or null while never read. */
  readonly scopes: () => readonly string[] | null;
  /**
   * What of sales for one customer a cashier needs a manager's word for, as the journal is now; `beside` is what that
   * customer bought already, or may have.
   */
  readonly needsOf: (sales: readonly NewSale[], beside: readonly IntendedOrder[]) => readonly Need[];
  readonly saleNumbers: SaleNumbers;
  /** Written in the transaction of a new try: what the customer paid ahead passes to it. */
  readonly passOn: (tx: JournalTransaction, replaced: OperationId, newTry: OperationId) => void;
}

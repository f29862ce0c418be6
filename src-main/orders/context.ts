import type { StepMark } from '../core/ports.ts';
import type { Journal } from '../journal/journal.ts';
import type { PartnerSession } from '../partner-api/session.ts';
import type { Vault } from '../vault/vault.ts';
import type { OrderBook } from './book.ts';
import type { PurchaseStep } from './steps.ts';

/** What an attempt works with. */
export interface AttemptContext {
  readonly session: PartnerSession;
  readonly journal: Journal;
  readonly vault: Vault;
  readonly book: OrderBook;
  readonly step: StepMark<PurchaseStep>;
  /** What goes on after its caller stopped waiting, until the counter closes. */
  readonly background: Background;
}

export interface Background {
  readonly signal: AbortSignal;
  /** Lets work end by itself. A journal that fails under it is asked the next time. */
  run(work: () => Promise<unknown>): void;
}

export interface EngineContext extends AttemptContext {
  /** Aborts when nothing more is to be started. */
  readonly stopping: AbortSignal;
  /** The permissions the service last reported, or null while never read. */
  readonly scopes: () => readonly string[] | null;
}

import type { StepMark } from '../../core/ports.ts';
import type { Background } from '../../exchange/background.ts';
import type { PartnerSession } from '../../exchange/session.ts';
import type { Journal } from '../../journal/journal.ts';
import type { OrderCodes } from '../../orders/codes/order-codes.ts';
import type { Vault } from '../../vault/vault.ts';

/** The steps of a purchase at which a test may end the process, as far as reveals take them. */
export type RevealStep = 'codes-requested' | 'codes-sealed' | 'codes-unsealed' | 'delivery-recorded';

/** What the reveals work with. */
export interface RevealContext {
  readonly session: PartnerSession;
  readonly journal: Journal;
  readonly vault: Vault;
  readonly records: OrderCodes;
  readonly step: StepMark<RevealStep>;
  /** What goes on after its caller stopped waiting, until the counter closes. */
  readonly background: Background;
}

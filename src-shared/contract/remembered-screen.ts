import type { PreferencesView } from './preferences.ts';
import type { CallOutput, CatalogueView, StartView } from './schemas.ts';
import type { StaffView } from './staff.ts';

/**
 * What a counter would have shown first when it ended: its next start draws that before the records are open. Holds
 * what the page was given anyway, and no secret.
 */
export interface RememberedScreen {
  /** Whether it waits for a person. */
  readonly locked: boolean;
  readonly start: StartView;
  readonly staff: StaffView;
  /** Absent where it waits for a person, to whom main says what they may see. */
  readonly selling?: {
    readonly preferences: PreferencesView;
    readonly wallets: NonNullable<CallOutput<'wallets', 'read'>>;
    /** The cards that were sold last, the latest first. */
    readonly recent: readonly string[];
    /** The first of the cards; `next` where there are more. */
    readonly catalogue: CatalogueView;
  };
}

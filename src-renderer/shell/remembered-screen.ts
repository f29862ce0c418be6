import type { RememberedScreen } from '../../src-shared/contract/remembered-screen.ts';
import { usePageState } from '../base/stores/page-store.ts';
import { usePreferences } from '../base/stores/preferences-store.ts';
import { useSession } from '../base/stores/session-store.ts';
import { useStaff } from '../base/stores/staff-store.ts';
import { useCatalogue } from '../entities/catalogue/catalogue-store.ts';
import { useWallets } from '../entities/wallets/wallets-store.ts';

/** What main kept of the last run of this same page (decision 0085): shown until main says what holds now. */
export function takeRemembered(block: HTMLElement | null): void {
  if (block === null) return;
  const { locked, start, staff, selling } = JSON.parse(block.textContent) as RememberedScreen;
  block.remove();
  useSession.setState({ start, isRemembered: true });
  usePageState.setState({ locked });
  useStaff.setState(staff);
  if (selling === undefined) return;
  const { preferences, wallets, catalogue, recent } = selling;
  usePreferences.setState({ preferences, kept: preferences });
  useWallets.getState().remember(wallets);
  useCatalogue.getState().remember(catalogue, recent);
}

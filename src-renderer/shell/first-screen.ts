import { within } from '../base/within.ts';
import { useCatalogue } from '../entities/catalogue/catalogue-store.ts';
import { useWallets } from '../entities/wallets/wallets-store.ts';

/** What is kept here is read within that, or the screen is drawn without it. */
const patienceMs = 300;

/** What selling shows first, before its screen is drawn: so it is drawn once, whole, and nothing moves under a hand. */
export function readFirstScreen(): Promise<void> {
  return within(patienceMs, readKept());
}

async function readKept(): Promise<void> {
  await useWallets.getState().readKept();
  const { selectedId } = useWallets.getState();
  if (selectedId !== null) await useCatalogue.getState().readKept(selectedId);
}

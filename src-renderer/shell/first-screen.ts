import { useCatalogue } from '../entities/catalogue/catalogue-store.ts';
import { useWallets } from '../entities/wallets/wallets-store.ts';

/** What is kept here is read within that, or the screen is drawn without it. */
const patienceMs = 300;

/** What selling shows first, before its screen is drawn: so it is drawn once, whole, and nothing moves under a hand. */
export async function readFirstScreen(): Promise<void> {
  await Promise.race([readKept(), new Promise((resolve) => setTimeout(resolve, patienceMs))]);
}

async function readKept(): Promise<void> {
  await useWallets.getState().readKept();
  const { selectedId } = useWallets.getState();
  if (selectedId !== null) await useCatalogue.getState().readKept(selectedId);
}

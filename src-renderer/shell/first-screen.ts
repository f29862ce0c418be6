import { within } from '../base/within.ts';
import { useCatalogue } from '../entities/catalogue/catalogue-store.ts';
import { useWallets } from '../entities/wallets/wallets-store.ts';

/** What is kept here is read within that, or the screen is drawn without it. */
const patienceMs = 300;

/** What selling shows first, before its screen is drawn: so it is drawn once, whole, and nothing moves under a hand. */
export function readFirstScreen(): Promise<void> {
  return within(patienceMs, readKept().catch(reportError));
}

async function readKept(): Promise<void> {
  await useWallets.getState().readKept();
  const { selectedId } = useWallets.getState();
  if (selectedId !== null) await firstCards(selectedId);
}

/** The rest comes while they are on the screen. */
function firstCards(walletId: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = useCatalogue.subscribe(({ view }) => {
      if (view !== null) resolve();
    });
    useCatalogue.getState().readKept(walletId).then(resolve, reject).finally(stop);
  });
}

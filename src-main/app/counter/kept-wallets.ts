import type { LocalizedText } from '../../../src-shared/contract/schemas.ts';
import { openCatalogueStore } from '../../catalogue/store.ts';

/** Names of wallets by their ids, as a folder keeps them of a deployment: no network and no counter. */
export function keptWalletNames(directory: string, deployment: string): ReadonlyMap<string, LocalizedText> {
  const store = openCatalogueStore(directory, deployment);
  try {
    return new Map(
      store
        .wallets()
        .flatMap(({ wallet: { id, name } }) => (name === undefined ? [] : [[id as string, name] as const])),
    );
  } finally {
    store.close();
  }
}

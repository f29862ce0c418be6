import type { TargetKind } from '../../../src-shared/contract/charges.ts';
import { useName, useText } from '../../base/i18n/use-text.ts';
import { useCatalogue } from '../../entities/catalogue/catalogue-store.ts';
import { useWalletName } from '../../entities/wallets/use-wallet-name.ts';
import { useWallets } from '../../entities/wallets/wallets-store.ts';

/** What a rule is for, by name; its id where the card list on this screen does not know it. */
export function useTargetName(): (target: { readonly kind: TargetKind; readonly id: string }) => string {
  const text = useText();
  const name = useName();
  const walletName = useWalletName();
  const { view, stock } = useCatalogue();
  const wallets = useWallets((state) => state.view?.items);
  const nameOf = (kind: TargetKind, id: string): string | undefined => {
    switch (kind) {
      case 'card':
        return name(stock?.byId.get(id)?.card.name);
      case 'subcategory':
        return name(view?.subcategories.find((each) => each.id === id)?.name);
      case 'category':
        return name(view?.categories.find((each) => each.id === id)?.name);
      case 'wallet': {
        const wallet = wallets?.find((each) => each.id === id);
        return wallet === undefined ? undefined : walletName(wallet);
      }
    }
  };
  return ({ kind, id }) =>
    text('prices.target.named', { kind: text(`prices.target.${kind}`), name: nameOf(kind, id) ?? id });
}

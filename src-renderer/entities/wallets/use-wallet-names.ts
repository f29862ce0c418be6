import { useText } from '../../base/i18n/use-text.ts';
import { useWalletName } from './use-wallet-name.ts';
import { useWallets } from './wallets-store.ts';

/** What wallets are called, by their ids; one that is not the counter's any more is another wallet. */
export function useWalletNames(): (id: string | null) => string {
  const text = useText();
  const nameOf = useWalletName();
  const wallets = useWallets(({ view }) => view?.items);
  return (id) => {
    const wallet = wallets?.find((each) => each.id === id);
    return wallet === undefined ? text('day.wallet.unknown') : nameOf(wallet);
  };
}

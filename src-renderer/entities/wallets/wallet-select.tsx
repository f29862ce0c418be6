import { useText } from '../../base/i18n/use-text.ts';
import { Choice } from '../../ui/choice.tsx';
import { Money } from '../../ui/money.tsx';
import { useWalletName } from './use-wallet-name.ts';
import { useWallets } from './wallets-store.ts';

/** Which wallet pays, each with what it holds. */
export function WalletSelect() {
  const text = useText();
  const nameOf = useWalletName();
  const { view, selectedId, choose } = useWallets();
  const items = (view?.items ?? []).map((wallet) => ({
    id: wallet.id,
    name: nameOf(wallet),
    beside: <Money {...wallet.balance} />,
  }));
  return <Choice label={text('wallet.label')} value={selectedId} items={items} onChange={choose} />;
}

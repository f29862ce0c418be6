import { useText } from '../../app/i18n/use-text.ts';
import { useAge } from '../../app/i18n/use-time.ts';
import { Choice } from '../../ui/choice.tsx';
import { Money } from '../../ui/money.tsx';
import { SkippedNote } from '../../ui/skipped-note.tsx';
import { useNow } from '../../ui/use-now.ts';
import { LowBalance } from './low-balance.tsx';
import { useWalletName } from './use-wallet-name.ts';
import { useSelectedWallet, useWallets } from './wallets-store.ts';
import './wallet-panel.css';

/** Which wallet pays, what it holds, and how old that knowledge is. */
export function WalletPanel() {
  const text = useText();
  const age = useAge();
  const nowMs = useNow(15_000);
  const wallet = useSelectedWallet();
  const readAt = useWallets(({ view }) => view?.readAt);
  const skipped = useWallets(({ view }) => view?.skipped);
  if (wallet === undefined) return null;
  return (
    <div className="wallet-panel">
      <WalletSelect />
      <p className="wallet-panel__balance">
        <span className="visually-hidden">{text('wallet.balance')} </span>
        <Money {...wallet.balance} strong />
      </p>
      <p className="wallet-panel__age">{text('wallet.balance')} {text('wallet.read', { age: age(wallet.balance.asOf ?? readAt, nowMs) })}</p>
      {wallet.allowedDebt === undefined ? null : (
        <p className="wallet-panel__age">{text('wallet.debt')} <Money {...wallet.allowedDebt} /></p>
      )}
      <SkippedNote skipped={skipped} />
      <LowBalance key={wallet.id} wallet={wallet} />
    </div>
  );
}

export function WalletSelect() {
  const text = useText();
  const nameOf = useWalletName();
  const { view, selectedId, choose } = useWallets();
  const items = (view?.items ?? []).map((wallet) => ({ id: wallet.id, name: nameOf(wallet), beside: <Money {...wallet.balance} /> }));
  return <Choice label={text('wallet.label')} value={selectedId} items={items} onChange={choose} />;
}

import { useText } from '../../base/i18n/use-text.ts';
import { useAge } from '../../base/i18n/use-time.ts';
import { useNow } from '../../base/use-now.ts';
import { useCatalogue } from '../../entities/catalogue/catalogue-store.ts';
import { WalletSelect } from '../../entities/wallets/wallet-select.tsx';
import { useSelectedWallet, useWallets } from '../../entities/wallets/wallets-store.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Money } from '../../ui/money.tsx';
import { SkippedNote } from '../../ui/skipped-note.tsx';
import { LowBalance } from './low-balance.tsx';
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
  const knownAt = wallet.balance.asOf ?? readAt;
  return (
    <div className="wallet-panel">
      <WalletSelect />
      <p className="wallet-panel__balance">
        <span className="visually-hidden">{text('wallet.balance')} </span>
        <Money {...wallet.balance} strong />
      </p>
      <p className="wallet-panel__age">
        {knownAt === undefined
          ? text('age.unknown')
          : `${text('wallet.balance')} ${text('wallet.read', { age: age(knownAt, nowMs) })}`}
      </p>
      {wallet.allowedDebt === undefined ? null : (
        <p className="wallet-panel__age">
          {text('wallet.debt')} <Money {...wallet.allowedDebt} />
        </p>
      )}
      <SkippedNote skipped={skipped} />
      <Refused />
      <LowBalance key={wallet.id} wallet={wallet} />
    </div>
  );
}

/** Why the service gives no balance. Without an answer the header and the bands say it; the cards say their own. */
function Refused() {
  const failure = useWallets(({ view }) => view?.failure);
  const ofCards = useCatalogue((catalogue) => catalogue.failure?.code);
  const isSaid = failure?.httpStatus === undefined || failure.code === ofCards;
  return isSaid ? null : <FailureNote failure={failure} quiet />;
}

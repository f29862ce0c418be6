import { useEffect } from 'react';
import { useText } from '../../base/i18n/use-text.ts';
import { useIsDisturbed } from '../../base/stores/use-connection.ts';
import type { Card } from '../../entities/catalogue/browse.ts';
import { useCatalogue } from '../../entities/catalogue/catalogue-store.ts';
import { chooseCard, leaveHand } from '../../entities/sale/basket-store.ts';
import { useCheckout } from '../../entities/sale/checkout-store.ts';
import { useWallets } from '../../entities/wallets/wallets-store.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { RetryButton } from '../../ui/retry-button.tsx';
import { Busy, Loading, Skeleton } from '../../ui/skeleton.tsx';
import { CataloguePanel } from '../catalogue/catalogue-panel.tsx';
import { useSearchOnOpening } from '../catalogue/catalogue-search.tsx';
import { CategoryList } from '../catalogue/category-list.tsx';
import { SalePanel } from './sale-panel.tsx';
import { WalletPanel } from './wallet-panel.tsx';
import './sell-area.css';

/** Wallet and categories, the cards, and the sale: everything a sale needs on one screen. */
export function SellArea() {
  const { view, failure, selectedId } = useWallets();
  const isDisturbed = useIsDisturbed();
  useSearchOnOpening();
  useEffect(() => {
    void useWallets.getState().load();
    // What could not be read for want of answers is read as soon as they come.
    const catalogue = useCatalogue.getState();
    if (!isDisturbed && catalogue.failure !== null) void catalogue.sync();
  }, [isDisturbed]);
  useEffect(() => {
    if (selectedId === null) return;
    const { stage } = useCheckout.getState();
    // A customer who buys from two wallets keeps what was chosen before.
    if (stage.kind === 'draft' && stage.walletId !== selectedId) leaveHand();
    void useCatalogue.getState().open(selectedId);
  }, [selectedId]);
  if (view === null) return failure === null ? <WalletsComing /> : <NoWallets />;
  return selectedId === null ? <NoWallets /> : <Counter walletId={selectedId} />;
}

function Counter({ walletId }: { walletId: string }) {
  const catalogue = useCatalogue((state) => state.view);
  const chosenId = useCheckout(({ stage }) => (stage.kind === 'draft' ? stage.card.id : undefined));
  const choose = (card: Card): void => chooseCard(walletId, card);
  return (
    <div className="sell">
      <div className="sell__rail scrolls-outside">
        <WalletPanel />
        {catalogue === null ? <Skeleton shape="line" count={8} /> : <CategoryList view={catalogue} />}
      </div>
      <CataloguePanel chosenId={chosenId} onChoose={choose} />
      <SalePanel />
    </div>
  );
}

function WalletsComing() {
  const text = useText();
  return (
    <div className="sell">
      <div className="sell__rail scrolls-outside">
        <Loading label={text('app.loading')} shape="line" count={8} />
      </div>
      <CataloguePanel chosenId={undefined} onChoose={() => undefined} />
      <SalePanel />
    </div>
  );
}

function NoWallets() {
  const text = useText();
  const failure = useWallets((wallets) => wallets.failure);
  const asking = useWallets((wallets) => wallets.asking);
  const again = <RetryButton isPending={asking} onPress={() => void useWallets.getState().load()} />;
  return (
    <div className="sell__none">
      {asking ? <Busy label={text('app.loading')} /> : null}
      {failure === null ? (
        <EmptyState icon="card" title={text('wallet.none')} says={text('wallet.none.next')}>
          {again}
        </EmptyState>
      ) : (
        <>
          <h2>{text('wallet.unread')}</h2>
          <FailureNote failure={failure} actions={again} />
        </>
      )}
    </div>
  );
}

import { useEffect } from 'react';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { OwnedCardView } from '../../../src-shared/contract/schemas.ts';
import { useName, useText } from '../../base/i18n/use-text.ts';
import { useDayTime } from '../../base/i18n/use-time.ts';
import { useSession } from '../../base/stores/session-store.ts';
import { useMay } from '../../base/stores/staff-store.ts';
import { useIsDisturbed } from '../../base/stores/use-connection.ts';
import { useView } from '../../base/stores/view-store.ts';
import { wordsOf } from '../../entities/orders/timeline-words.ts';
import { copyStatusReasonId, useIsInDoubt } from '../../entities/records/copy-status-store.ts';
import { WalletSelect } from '../../entities/wallets/wallet-select.tsx';
import { useWallets } from '../../entities/wallets/wallets-store.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { GoSell } from '../../ui/go-sell.tsx';
import { Ltr } from '../../ui/ltr.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Loading } from '../../ui/skeleton.tsx';
import './owned-area.css';
import { SkippedNote } from '../../ui/skipped-note.tsx';
import { useOwned } from './owned-store.ts';

export function OwnedArea() {
  const text = useText();
  const online = useSession((session) => session.start?.online !== false);
  const isDisturbed = useIsDisturbed();
  const walletId = useWallets((wallets) => wallets.selectedId);
  const walletsFailure = useWallets((wallets) => (wallets.view === null ? wallets.failure : null));
  useEffect(() => {
    if (walletId === null) void useWallets.getState().load();
    else void useOwned.getState().load(walletId);
  }, [walletId, isDisturbed]);
  return (
    <div className="owned">
      <PageHead title={text('owned.title')} says={text('owned.says')}>
        {walletId === null ? null : <WalletSelect />}
      </PageHead>
      {online ? null : <Offline walletId={walletId} />}
      {walletsFailure === null || isSaid(walletsFailure, online) ? null : <FailureNote failure={walletsFailure} />}
      {walletId === null ? null : <OwnedList walletId={walletId} />}
    </div>
  );
}

/** Without a connection the area has one notice, and every Reveal points to it. */
const offlineReasonId = 'owned-offline-reason';
const roleReasonId = 'owned-role-reason';

function isSaid(failure: Failure, online: boolean): boolean {
  return !online && failure.code === 'service_unreachable';
}

/** Main learns that the service is back only by asking it something, so the notice offers to. */
function Offline({ walletId }: { walletId: string | null }) {
  const text = useText();
  const asking = useOwned(({ phase }) => walletId !== null && phase === 'loading');
  const again = (): void =>
    void (walletId === null ? useWallets.getState().load() : useOwned.getState().load(walletId));
  return (
    <Callout
      tone="wait"
      icon="offline"
      role="status"
      title={text('owned.offline')}
      actions={
        <Button icon="refresh" isPending={asking} onPress={again}>
          {text('app.again')}
        </Button>
      }
    >
      <p id={offlineReasonId}>{text('owned.offline.next')}</p>
    </Callout>
  );
}

function OwnedList({ walletId }: { walletId: string }) {
  const text = useText();
  const online = useSession((session) => session.start?.online !== false);
  const isInDoubt = useIsInDoubt();
  const mayReveal = useMay('reveals', 'revealOwned');
  const obstacleId = !mayReveal ? roleReasonId : !online ? offlineReasonId : isInDoubt ? copyStatusReasonId : undefined;
  const { items, phase, failure, nextCursor, skipped, loadingMore, loadMore, load } = useOwned();
  if (phase === 'loading' && items.length === 0) return <Loading label={text('app.loading')} shape="row" count={6} />;
  return (
    <>
      {failure === null || isSaid(failure, online) ? null : (
        <FailureNote
          failure={failure}
          actions={<Button onPress={() => void load(walletId)}>{text('app.again')}</Button>}
        />
      )}
      {items.length === 0 && failure === null ? (
        <EmptyState icon="card" title={text('owned.none')} says={text('owned.none.next')}>
          <GoSell />
        </EmptyState>
      ) : null}
      {mayReveal ? null : (
        <Callout tone="plain" icon="lock">
          <p id={roleReasonId}>{text('people.managerShows')}</p>
        </Callout>
      )}
      <SkippedNote skipped={skipped} />
      <ul className="owned__list">
        {items.map((card) => (
          <OwnedRow
            key={card.soldCardId}
            card={card}
            walletId={walletId}
            obstacleId={obstacleId}
            onInvoice={items.filter(({ invoiceId }) => invoiceId !== undefined && invoiceId === card.invoiceId)}
          />
        ))}
      </ul>
      {nextCursor === undefined ? null : (
        <Button wide isPending={loadingMore} onPress={() => void loadMore()}>
          {text('journal.more')}
        </Button>
      )}
    </>
  );
}

/**
 * `obstacleId`: where it is said why nothing can be revealed now; `onInvoice`: the cards of its invoice, itself among
 * them.
 */
function OwnedRow({
  card,
  walletId,
  obstacleId,
  onInvoice,
}: {
  card: OwnedCardView;
  walletId: string;
  obstacleId: string | undefined;
  onInvoice: readonly OwnedCardView[];
}) {
  const text = useText();
  const name = useName();
  const dayTime = useDayTime();
  const shownName = name(card.name) ?? text('catalogue.unnamedCard');
  const reveal = (): void =>
    useView.getState().openCodes({
      kind: 'owned',
      walletId,
      soldCardId: card.soldCardId,
      name: name(card.name),
      operationId: card.operationId,
    });
  const revealAll = (invoiceId: string): void =>
    useView.getState().openCodes({
      kind: 'invoice',
      walletId,
      invoiceId,
      soldCardIds: onInvoice.map(({ soldCardId }) => soldCardId),
      name: name(card.name),
      operationId: card.operationId,
    });
  const { invoiceId, operationId } = card;
  const obstacle = {
    // What keeps it goes by itself mostly: the keyboard stays where it is, and the reason can be heard there.
    isPending: obstacleId !== undefined,
    ...(obstacleId === undefined ? {} : { 'aria-describedby': obstacleId }),
  };
  return (
    <li className="owned__row">
      <div>
        <p className="owned__name">
          <bdi>{shownName}</bdi>
        </p>
        <p className="owned__facts">
          {card.purchasedAt === undefined ? null : <>{text('owned.bought', { time: dayTime(card.purchasedAt) })} · </>}
          <Ltr>{`…${card.soldCardId.slice(-8)}`}</Ltr>
        </p>
        {card.history.length === 0 ? null : (
          <ul className="owned__history" aria-label={text('owned.history')}>
            {card.history.slice(-3).map((entry, index) => (
              <li key={index}>
                <bdi>{dayTime(entry.at)}</bdi> · {wordsOf(entry, text).says}
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="owned__actions">
        {invoiceId === undefined || onInvoice.length < 2 || onInvoice[0] !== card ? null : (
          <Button tone="quiet" {...obstacle} onPress={() => revealAll(invoiceId)}>
            {text('owned.reveal.invoice', { count: onInvoice.length })}
          </Button>
        )}
        {operationId === undefined ? null : (
          <Button tone="quiet" onPress={() => useView.getState().openOrder(operationId)}>
            {text('copyStatus.order')}
          </Button>
        )}
        <Button icon="eye" aria-label={text('owned.reveal.one', { name: shownName })} {...obstacle} onPress={reveal}>
          {text('owned.reveal')}
        </Button>
      </div>
    </li>
  );
}

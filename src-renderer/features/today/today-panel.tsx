import { useEffect } from 'react';
import type { TodayView } from '../../../src-shared/contract/today.ts';
import { useName, useText } from '../../base/i18n/use-text.ts';
import { useAge, useDayTime } from '../../base/i18n/use-time.ts';
import { useSession } from '../../base/stores/session-store.ts';
import { useMay } from '../../base/stores/staff-store.ts';
import { useView } from '../../base/stores/view-store.ts';
import { useNow } from '../../base/use-now.ts';
import { useComplaints } from '../../entities/complaints/complaints-store.ts';
import { everyOrder, useFound } from '../../entities/orders/found-store.ts';
import { usePayments } from '../../entities/payments/payments-store.ts';
import { useWalletNames } from '../../entities/wallets/use-wallet-names.ts';
import { useWallets } from '../../entities/wallets/wallets-store.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Ltr } from '../../ui/ltr.tsx';
import { Money } from '../../ui/money.tsx';
import { Loading } from '../../ui/skeleton.tsx';
import { Times } from '../../ui/times.tsx';
import { useDay } from '../day/day-store.ts';
import { Sums } from '../day/figures.tsx';
import '../../ui/panel.css';
import { KeyTile } from './key-tile.tsx';
import { Tile } from './tile.tsx';
import './today.css';
import { useToday } from './today-store.ts';

/** What a manager looks for first, each with the way to where it is handled. */
export function TodayPanel({ onReport }: { onReport: () => void }) {
  const text = useText();
  const dayTime = useDayTime();
  const { view, failure, look } = useToday();
  useFreshToday();
  // What stands in the way of both, the report below says.
  const isSaidBelow = useDay((day) => day.failure !== null);
  if (view === null && failure !== null && isSaidBelow) return null;
  return (
    <section className="panel today" aria-label={text('today.title')}>
      <div className="today__head">
        <h2>{text('today.title')}</h2>
        {view === null ? null : <p className="panel__says">{text('day.asOf', { time: dayTime(view.at) })}</p>}
      </div>
      {failure === null || isSaidBelow ? null : (
        <FailureNote failure={failure} actions={<Button onPress={() => void look()}>{text('app.again')}</Button>} />
      )}
      {view === null && failure === null ? <Loading label={text('today.loading')} shape="row" count={2} /> : null}
      {view === null ? null : <Tiles view={view} onReport={onReport} />}
    </section>
  );
}

/** Looks when the area opens, and again with each reading of the day, of the balances, or of money to give back. */
function useFreshToday(): void {
  const x = useDay((day) => day.x);
  const balances = useWallets(({ view }) => view);
  const owed = usePayments((payments) => payments.owed);
  useEffect(() => void useToday.getState().look(), [x, balances, owed]);
  useEffect(() => {
    // Where none were read yet, the day reads them.
    if (useWallets.getState().view !== null) void useWallets.getState().load();
  }, []);
}

function Tiles({ view, onReport }: { view: TodayView; onReport: () => void }) {
  const text = useText();
  const isTraining = useSession(({ start }) => start?.mode === 'training');
  const { sold } = view;
  return (
    <ul className="today__tiles">
      <Tile
        name={text('today.sold')}
        note={sold.sales === 0 ? null : text('day.zs.sales', { count: sold.sales })}
        onPress={onReport}
      >
        {sold.charge.length === 0 ? text('today.sold.none') : <Sums sums={sold.charge} />}
      </Tile>
      {sold.margin === null || sold.margin.length === 0 ? null : (
        <Tile name={text('today.margin')} onPress={onReport}>
          <Sums sums={sold.margin} />
        </Tile>
      )}
      <OrderTiles view={view} />
      <WalletTiles wallets={view.wallets} />
      <KeyTile validity={view.key} />
      {/* Training ends with its records, and has no backup to miss. */}
      {isTraining ? null : <BackupTile backupAt={view.backupAt} />}
    </ul>
  );
}

function OrderTiles({ view: { unsettled, owed, complaints } }: { view: TodayView }) {
  const text = useText();
  const age = useAge();
  const nowMs = useNow(60_000);
  const openOrders = (show: 'unsettled' | 'owed'): void => {
    void useFound.getState().look({ ...everyOrder, show });
    useView.getState().closeOrder();
    useView.getState().go('orders');
  };
  const openComplaints = (): void => {
    useComplaints.setState({ isListOpen: true });
    useView.getState().closeOrder();
    useView.getState().go('orders');
  };
  return (
    <>
      <Tile name={text('today.unsettled')} isWanting={unsettled > 0} onPress={() => openOrders('unsettled')}>
        {unsettled === 0 ? text('today.none') : <bdi>{unsettled}</bdi>}
      </Tile>
      <OwedTiles owed={owed} onAll={() => openOrders('owed')} />
      <Tile
        name={text('today.complaints')}
        isWanting={complaints.count > 0}
        note={
          complaints.oldestAt === null
            ? null
            : text('today.complaints.oldest', { age: age(complaints.oldestAt, nowMs) })
        }
        onPress={openComplaints}
      >
        {complaints.count === 0 ? text('today.none') : <bdi>{complaints.count}</bdi>}
      </Tile>
    </>
  );
}

/** Each sale by name; of more than are named, all in one. */
function OwedTiles({ owed: { count, sums, sales }, onAll }: { owed: TodayView['owed']; onAll: () => void }) {
  const text = useText();
  const name = useName();
  if (count > sales.length)
    return (
      <Tile name={text('day.owed')} isWanting note={text('day.zs.sales', { count })} onPress={onAll}>
        <Sums sums={sums} />
      </Tile>
    );
  return sales.map(({ operationId, cardName, quantity, saleNumber, sum }) => (
    <Tile
      key={operationId}
      name={text('day.owed')}
      isWanting
      note={
        <>
          {name(cardName ?? undefined) ?? text('catalogue.unnamedCard')} <Times quantity={quantity} />
          {saleNumber === null ? null : (
            <>
              {' · '}
              <Ltr>{saleNumber}</Ltr>
            </>
          )}
        </>
      }
      onPress={() => useView.getState().openOrder(operationId)}
    >
      <Money {...sum} />
    </Tile>
  ));
}

/** So many low wallets have a tile of their own. */
const tiledWallets = 4;

function WalletTiles({ wallets: { count, asOf, low, isUnread } }: Pick<TodayView, 'wallets'>) {
  const text = useText();
  const age = useAge();
  const nowMs = useNow(60_000);
  const walletName = useWalletNames();
  const maySell = useMay('orders', 'place');
  const open = (walletId: string): void => {
    useWallets.getState().choose(walletId);
    useView.getState().go('sell');
  };
  if (low.length === 0) {
    const isUnknown = count === 0 || isUnread;
    const known = asOf === null ? null : text('today.wallets.asOf', { age: age(asOf, nowMs) });
    return (
      <Tile name={text('today.wallets')} note={known} onPress={maySell ? () => useView.getState().go('sell') : null}>
        {text(isUnknown ? 'today.wallets.unread' : 'today.none')}
      </Tile>
    );
  }
  return (
    <>
      {low.slice(0, tiledWallets).map(({ walletId, balance, asOf: readAt }) => (
        <Tile
          key={walletId}
          name={text('today.wallet', { name: walletName(walletId) })}
          isWanting
          note={text('today.wallet.asOf', { age: age(readAt, nowMs) })}
          onPress={maySell ? () => open(walletId) : null}
        >
          <Money {...balance} />
        </Tile>
      ))}
      {low.length <= tiledWallets ? null : (
        <Tile name={text('today.wallets')} isWanting onPress={maySell ? () => useView.getState().go('sell') : null}>
          {text('today.wallets.more', { count: low.length - tiledWallets })}
        </Tile>
      )}
    </>
  );
}

/** A backup is made each day that the counter runs; older than that, something keeps it from being made. */
const oldBackupMs = 2 * 86_400_000;

function BackupTile({ backupAt }: Pick<TodayView, 'backupAt'>) {
  const text = useText();
  const age = useAge();
  const nowMs = useNow(60_000);
  const isOld = backupAt === null || Math.abs(nowMs - Date.parse(backupAt)) > oldBackupMs;
  return (
    <Tile name={text('today.backup')} isWanting={isOld} onPress={() => useView.getState().go('counter')}>
      {backupAt === null ? text('today.none') : age(backupAt, nowMs)}
    </Tile>
  );
}

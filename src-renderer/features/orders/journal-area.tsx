import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import type { OrderView } from '../../../src-shared/contract/schemas.ts';
import { useName, useText } from '../../base/i18n/use-text.ts';
import { useDayTime } from '../../base/i18n/use-time.ts';
import { useView } from '../../base/stores/view-store.ts';
import { narrowingOf, useFound } from '../../entities/orders/found-store.ts';
import { OrderBadge } from '../../entities/orders/order-badge.tsx';
import { useOrders } from '../../entities/orders/orders-store.ts';
import { Button } from '../../ui/button.tsx';
import { CountedName } from '../../ui/counted-name.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { GoSell } from '../../ui/go-sell.tsx';
import { Money } from '../../ui/money.tsx';
import './journal-area.css';
import { Loading } from '../../ui/skeleton.tsx';
import { OpenComplaints } from '../complaints/open-complaints.tsx';
import { OrderPage } from './order-page.tsx';
import { OrderSearch } from './order-search.tsx';

/** Every order of this counter and, beside it, the story of one. It needs no connection. */
export function JournalArea() {
  const text = useText();
  const openOrderId = useView((view) => view.openOrderId);
  const hasFailed = useFound(({ failure }) => failure !== null);
  const page = useRef<HTMLElement>(null);
  // An order that leads to another was perhaps read to its end.
  useLayoutEffect(() => {
    page.current?.scrollTo({ top: 0 });
  }, [openOrderId]);
  return (
    <div className="journal">
      <section className="journal__list scrolls-outside" aria-label={text('journal.title')}>
        <OrderSearch />
        <OpenComplaints />
        <OrderList openOrderId={openOrderId} />
      </section>
      {openOrderId === null && hasFailed ? null : (
        <section className="journal__page" aria-label={text('journal.timeline')} tabIndex={-1} ref={page}>
          {openOrderId === null ? <NoneOpen /> : <OrderPage key={openOrderId} operationId={openOrderId} />}
        </section>
      )}
    </div>
  );
}

/** What stands in place of an order. Where none can be read, nothing does: it would promise one. */
function NoneOpen() {
  const text = useText();
  const isEmpty = useFound(({ phase, ids }) => phase === 'ready' && ids.length === 0);
  return isEmpty ? (
    <EmptyState icon="ticket" title={text('journal.local')} />
  ) : (
    <EmptyState icon="ticket" title={text('journal.pick')} says={text('journal.local')} />
  );
}

function OrderList({ openOrderId }: { openOrderId: string | null }) {
  const text = useText();
  const { ids, search, phase, failure, nextCursor } = useFound();
  const byId = useOrders((orders) => orders.byId);
  useFreshList(openOrderId);
  const shown = useMemo(() => ids.flatMap((id) => byId[id] ?? []), [ids, byId]);
  const [none, noneNext] = nothingFound[narrowingOf(search)];
  return (
    <>
      {failure === null ? null : (
        <FailureNote
          failure={failure}
          actions={<Button onPress={() => void useFound.getState().look({})}>{text('app.again')}</Button>}
        />
      )}
      {phase === 'loading' ? <Loading label={text('app.loading')} shape="row" count={7} /> : null}
      {phase === 'ready' && shown.length === 0 && nextCursor === undefined ? (
        <EmptyState icon="ticket" title={text(none)} says={text(noneNext)}>
          {none === 'journal.none' ? <GoSell /> : null}
        </EmptyState>
      ) : null}
      {shown.length === 0 ? null : <Orders orders={shown} openOrderId={openOrderId} />}
      {nextCursor === undefined ? null : (
        <Button wide onPress={() => void useFound.getState().loadOlder()}>
          {text('journal.more')}
        </Button>
      )}
    </>
  );
}

const nothingFound = {
  all: ['journal.none', 'journal.none.next'],
  owed: ['journal.noneOwed', 'journal.noneOwed.next'],
  unsettled: ['journal.nonePending', 'journal.nonePending.next'],
  more: ['journal.noneFound', 'journal.noneFound.next'],
} as const;
const settleMs = 300;

/** Looks when the area opens, and again a moment after orders have moved; what was opened elsewhere is looked for. */
function useFreshList(openOrderId: string | null): void {
  const moved = useOrders((orders) => orders.moved);
  useEffect(() => {
    if (useView.getState().openOrderId === null) void useFound.getState().look({});
  }, []);
  useEffect(() => {
    if (openOrderId !== null) void useFound.getState().list(openOrderId);
  }, [openOrderId]);
  useEffect(() => {
    const timer = setTimeout(() => void useFound.getState().refresh(), settleMs);
    return () => clearTimeout(timer);
  }, [moved]);
}

function Orders({ orders, openOrderId }: { orders: readonly OrderView[]; openOrderId: string | null }) {
  const text = useText();
  const name = useName();
  return (
    <ListBox
      className="order-list"
      aria-label={text('journal.title')}
      selectionMode="single"
      disallowEmptySelection
      dependencies={[name]}
      items={orders.map((order) => ({ id: order.operationId, order }))}
      selectedKeys={openOrderId === null ? [] : [openOrderId]}
      onSelectionChange={(keys) => {
        for (const key of keys === 'all' ? [] : keys) useView.getState().openOrder(String(key));
      }}
    >
      {({ id, order }) => (
        <ListBoxItem
          className="order-list__item"
          id={id}
          textValue={name(order.cardName) ?? text('catalogue.unnamedCard')}
        >
          <OrderRow order={order} />
        </ListBoxItem>
      )}
    </ListBox>
  );
}

function OrderRow({ order }: { order: OrderView }) {
  const text = useText();
  const name = useName();
  const dayTime = useDayTime();
  return (
    <>
      <span className="order-list__line">
        <CountedName name={name(order.cardName) ?? text('catalogue.unnamedCard')} quantity={order.quantity} />
        <Money {...order.charge.total} strong />
      </span>
      <span className="order-list__line">
        <span className="order-list__soft">
          <span>
            {dayTime(order.intendedAt)}
            {order.saleNumber === undefined ? null : (
              <>
                {' '}
                · <bdi dir="ltr">{order.saleNumber}</bdi>
              </>
            )}
            {order.textClosed === true ? <> · {text('order.reference.closed.short')}</> : null}
            {order.externalReference === null ? null : ' ·'}
          </span>
          {order.externalReference === null ? null : <bdi dir="ltr">{order.externalReference}</bdi>}
        </span>
        <OrderBadge order={order} />
      </span>
    </>
  );
}

import { useEffect, useMemo, useRef } from 'react';
import type { OrderView } from '../../../src-shared/contract/schemas.ts';
import { focusOn } from '../../base/focus/focus-targets.ts';
import { isModalOpen } from '../../base/focus/modal.ts';
import { useName, useText } from '../../base/i18n/use-text.ts';
import { sumsOf } from '../../base/money/total.ts';
import { useView } from '../../base/stores/view-store.ts';
import { hasCome, hasEnded, linesOf } from '../../entities/orders/basket-orders.ts';
import { OrderBadge } from '../../entities/orders/order-badge.tsx';
import { lastingRefusal, nextOf, situationOf } from '../../entities/orders/order-words.ts';
import { hasCodesWaiting, isUnsettled, useOrders } from '../../entities/orders/orders-store.ts';
import { askAgain, useCanAskAgain } from '../../entities/sale/ask-again.tsx';
import { useBasket } from '../../entities/sale/basket-store.ts';
import { useCheckout, type Stage } from '../../entities/sale/checkout-store.ts';
import { useWallets } from '../../entities/wallets/wallets-store.ts';
import { Button } from '../../ui/button.tsx';
import { Money } from '../../ui/money.tsx';
import { Times } from '../../ui/times.tsx';
import { SaleTotals } from './sale-totals.tsx';
import './basket-panel.css';

type Watching = Extract<Stage, { kind: 'watch' }>;

/** The lines after "Buy": what came can be handed over, and of every other line it is said why it did not come. */
export function BasketWatch({ stage, basket }: { stage: Watching; basket: string }) {
  const text = useText();
  const byId = useOrders((orders) => orders.byId);
  const lines = useMemo(() => linesOf(byId, basket), [byId, basket]);
  useOutcomes(stage, lines);
  const panel = useRef<HTMLDivElement>(null);
  // The button that bought is gone; the focus stays with the sale, on nothing that a held Enter could press.
  useEffect(() => panel.current?.focus(), []);
  const waiting = lines.find(hasCodesWaiting);
  const isOpen = lines.some(isUnsettled);
  return (
    <div className="sale sale--watch" ref={panel} tabIndex={-1}>
      <ol className="basket__lines" aria-label={text('sale.basket.lines')} role="list">
        {lines.map((order) => (
          <WatchedLine key={order.operationId} order={order} />
        ))}
      </ol>
      {isOpen ? <p className="sale__note">{text('sale.watch.tray')}</p> : null}
      <div className="sale__stub">
        <ToPay lines={lines} />
        {waiting === undefined ? null : (
          <Button tone="primary" size="l" wide onPress={() => openCodesOf(waiting)}>
            {text('sale.watch.codes')}
          </Button>
        )}
        <CancelUnsent lines={lines} />
        <Button size="l" wide tone={isOpen ? 'plain' : 'primary'} onPress={nextCustomer}>
          {text(isOpen ? 'sale.watch.next' : 'sale.watch.again')}
        </Button>
      </div>
    </div>
  );
}

function nextCustomer(): void {
  useCheckout.getState().clear();
  focusOn('search');
}

function openCodesOf({ operationId }: OrderView): void {
  useView.getState().openCodes({ kind: 'order', operationId });
}

function WatchedLine({ order }: { order: OrderView }) {
  const text = useText();
  const name = useName();
  const isRenewing = useBasket(({ renewing }) => renewing.includes(order.operationId));
  const canAsk = useCanAskAgain(order) && !isRenewing;
  const { says, next } = situationOf(order, text);
  const refusal = lastingRefusal(order);
  const why = refusal === undefined ? says : text(`failure.${refusal.code}.says`);
  return (
    <li className="basket__line">
      <p className="basket__name">
        <span>
          <bdi>{name(order.cardName) ?? text('catalogue.unnamedCard')}</bdi> <Times quantity={order.quantity} />
        </span>{' '}
        <span className="basket__amount">
          <Money {...order.charge.total} />
        </span>
      </p>
      <OrderBadge order={order} />
      {hasCome(order) ? null : (
        <p className="basket__note" role="status">
          {isRenewing
            ? text('sale.price.reading')
            : `${why} ${refusal === undefined ? next : nextOf(order, refusal, text)}`}
        </p>
      )}
      {canAsk ? (
        <Button onPress={() => askAgain(order)}>{text('order.askAgain')}</Button>
      ) : hasCome(order) || order.state === 'intended' ? null : (
        <Button tone="quiet" onPress={() => useView.getState().openOrder(order.operationId)}>
          {text(order.attention === undefined ? 'sale.watch.timeline' : 'decision.open')}
        </Button>
      )}
    </li>
  );
}

/** The customer pays for what came. */
function ToPay({ lines }: { lines: readonly OrderView[] }) {
  const text = useText();
  const totals = sumsOf(lines.filter(hasCome).map(({ charge }) => charge.total));
  return <SaleTotals label={text('sale.basket.toPay')} totals={totals} />;
}

/** Cancels the lines that were certainly not bought; the others go on. */
function CancelUnsent({ lines }: { lines: readonly OrderView[] }) {
  const text = useText();
  const acting = useOrders((orders) => orders.acting);
  const unsent = lines.filter(({ cancellable }) => cancellable);
  if (unsent.length === 0) return null;
  const cancel = (): void => {
    for (const { operationId } of unsent) void useOrders.getState().act('cancel', operationId);
  };
  const isPending = unsent.some(({ operationId }) => acting[operationId] === 'cancel');
  return (
    <Button tone="danger" wide isPending={isPending} onPress={cancel}>
      {text('sale.basket.cancel')}
    </Button>
  );
}

/**
 * Opens the codes once when all lines have ended, tries lines again whose cost changed, and takes what was said here
 * for seen.
 */
function useOutcomes({ codesOffered }: Watching, lines: readonly OrderView[]): void {
  const renewing = useBasket((basket) => basket.renewing);
  const open = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const { markSeen, unseen } = useOrders.getState();
    for (const order of lines) {
      if (unseen.includes(order.operationId)) markSeen(order.operationId);
      // Only where it was seen to come: who comes back to it later is asked.
      if (order.refusal?.code === 'price_changed' && hasEnded(order) && open.current.has(order.operationId))
        void useBasket.getState().renew(order);
    }
    open.current = new Set(lines.filter((order) => !hasEnded(order)).map(({ operationId }) => operationId));
    const waiting = lines.find(hasCodesWaiting);
    const isComing = (order: OrderView): boolean =>
      !hasEnded(order) || useBasket.getState().renewing.includes(order.operationId);
    if (codesOffered || waiting === undefined || lines.some(isComing)) return;
    useCheckout.getState().codesOffered();
    // What lies over the screen may be another customer's: then the codes are offered here, and wait.
    if (useView.getState().codesTarget === null && !isModalOpen()) openCodesOf(waiting);
    void useWallets.getState().load();
  }, [lines, codesOffered, renewing]);
}

import { useEffect, useRef } from 'react';
import type { OrderView } from '../../../src-shared/contract/schemas.ts';
import { focusOn } from '../../base/focus/focus-targets.ts';
import { isModalOpen } from '../../base/focus/modal.ts';
import { useName, useText } from '../../base/i18n/use-text.ts';
import { useView } from '../../base/stores/view-store.ts';
import { useNow } from '../../base/use-now.ts';
import { useLimitsFor } from '../../entities/catalogue/quantity-limits.ts';
import { NextAttempt, OrderActions } from '../../entities/orders/order-actions.tsx';
import { OrderBadge } from '../../entities/orders/order-badge.tsx';
import { answerableRefusal, nextOf, situationOf, lastingRefusal } from '../../entities/orders/order-words.ts';
import { hasCodesWaiting, isUnsettled, useOrders } from '../../entities/orders/orders-store.ts';
import { useSeen } from '../../entities/orders/use-seen.ts';
import { asksWanted } from '../../entities/orders/wanted.ts';
import { useCheckout, type Stage } from '../../entities/sale/checkout-store.ts';
import { useWallets } from '../../entities/wallets/wallets-store.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Money } from '../../ui/money.tsx';
import { BasketWatch } from './basket-watch.tsx';
import { withoutRequest } from './sale-problem.tsx';

type Watching = Extract<Stage, { kind: 'watch' }>;

/** What was bought, after "Buy": one sale, or the lines of a basket. */
export function SaleWatch({ stage }: { stage: Watching }) {
  const basket = useOrders((orders) => orders.byId[stage.operationId]?.basket?.id);
  return basket === undefined ? <OneSaleWatch stage={stage} /> : <BasketWatch stage={stage} basket={basket} />;
}

/** Its state in words. It never keeps the next customer waiting. */
function OneSaleWatch({ stage }: { stage: Watching }) {
  const text = useText();
  const name = useName();
  const order = useOrders((orders) => orders.byId[stage.operationId]);
  useOutcome(stage, order);
  const nowMs = useNow(5000);
  useSeen(stage.operationId);
  const panel = useRef<HTMLDivElement>(null);
  // The button that bought is gone; the focus stays with the sale, on nothing that a held Enter could press.
  useEffect(() => panel.current?.focus(), []);
  if (order === undefined) return null;
  const nextCustomer = (): void => {
    useCheckout.getState().clear();
    focusOn('search');
  };
  const isOpen = isUnsettled(order);
  const { says, next } = situationOf(order, text);
  // A sale that waits its turn has said so already.
  const refusal = order.state === 'waiting' ? undefined : lastingRefusal(order);
  // The question in the foot says what comes next.
  const asks = order.state === 'settling' && asksWanted(order, nowMs);
  const openOrder = (): void => useView.getState().openOrder(order.operationId);
  return (
    <div className="sale sale--watch" ref={panel} tabIndex={-1}>
      <div className="sale__card">
        <OrderBadge order={order} />
        <h2>
          <bdi>{name(order.cardName) ?? text('catalogue.unnamedCard')}</bdi>
        </h2>
        <p className="sale__price">
          <span>{text('order.quantity', { count: order.quantity })}</span> <Money {...order.charge.total} strong />
        </p>
      </div>
      <div className="sale__words" role="status">
        <p className="sale__says">{says}</p>
        {asks ? null : <p>{next}</p>}
      </div>
      {refusal === undefined ? null : (
        <FailureNote failure={withoutRequest(refusal)} next={nextOf(order, refusal, text)} quiet={isOpen} />
      )}
      <NextAttempt order={order} />
      {order.attention === undefined ? (
        <Button tone="quiet" wide onPress={openOrder}>
          {text('sale.watch.timeline')}
        </Button>
      ) : null}
      {isOpen ? <p className="sale__note">{text('sale.watch.tray')}</p> : null}
      <div className="sale__stub">
        <OrderActions order={order} wide />
        {hasCodesWaiting(order) ? (
          <Button
            tone="primary"
            size="l"
            wide
            onPress={() => useView.getState().openCodes({ kind: 'order', operationId: order.operationId })}
          >
            {text('sale.watch.codes')}
          </Button>
        ) : null}
        {order.attention === undefined ? null : (
          <Button tone="primary" size="l" wide onPress={openOrder}>
            {text('decision.open')}
          </Button>
        )}
        <Button size="l" wide tone={isOpen ? 'plain' : 'primary'} onPress={nextCustomer}>
          {text(isOpen ? 'sale.watch.next' : 'sale.watch.again')}
        </Button>
      </div>
    </div>
  );
}

/** Opens the codes once when they come, and opens the sale again after a refusal that only a person can answer. */
function useOutcome({ codesOffered }: Watching, order: OrderView | undefined): void {
  const limits = useLimitsFor(order ?? nowhere);
  const seenOpen = useRef<string | null>(null);
  useEffect(() => {
    if (order === undefined) return;
    if (hasCodesWaiting(order) && !codesOffered) {
      useCheckout.getState().codesOffered();
      // What lies over the screen may be another customer's: then the codes are offered here, and wait.
      if (useView.getState().codesTarget === null && !isModalOpen())
        useView.getState().openCodes({ kind: 'order', operationId: order.operationId });
      void useWallets.getState().load();
    }
    const refusal = answerableRefusal(order, limits);
    if (refusal === undefined) seenOpen.current = order.operationId;
    else useCheckout.getState().reopen(order, refusal, seenOpen.current === order.operationId);
  }, [order, codesOffered, limits]);
}

const nowhere = { walletId: '', cardId: '' };

import { useEffect, useId, useMemo, useRef, useState, type RefObject } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import type { PaymentNoting } from '../../../src-shared/contract/payments.ts';
import type { OrderView } from '../../../src-shared/contract/schemas.ts';
import type { MessageKey } from '../../../src-shared/words/page-messages.ts';
import { useFocusTarget } from '../../base/focus/focus-targets.ts';
import { useName, useText } from '../../base/i18n/use-text.ts';
import { sumsOf } from '../../base/money/total.ts';
import { useMay } from '../../base/stores/staff-store.ts';
import { useView } from '../../base/stores/view-store.ts';
import { useNow } from '../../base/use-now.ts';
import { oncePerSheet, waitingIn } from '../../entities/orders/basket-orders.ts';
import { everyOrder, useFound } from '../../entities/orders/found-store.ts';
import { OrderBadge } from '../../entities/orders/order-badge.tsx';
import { hasCodesWaiting, inTray, isUnsettled, useOrders } from '../../entities/orders/orders-store.ts';
import { usePayments } from '../../entities/payments/payments-store.ts';
import { askAgain } from '../../entities/sale/ask-again.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Money } from '../../ui/money.tsx';
import { Times } from '../../ui/times.tsx';
import { TrayNews } from './tray-news.tsx';
import './tray.css';

/** Below it the style has one column, and the tray no room but for one sale and the way to the others. */
const narrowPx = 900;
/** One that waits, and one with codes. */
const leastDrawn = 2;
/**
 * What stands in the strip, in pixels: a sale with the space after it, the name of a part, the way to the others, and
 * what is around it all.
 */
const [itemPx, namePx, othersPx, edgesPx] = [256 + 8, 168, 180, 64];

const trayId = 'tray';

/** To the first that waits for somebody; nowhere where all are settled. */
function focusTray(): void {
  document.getElementById(trayId)?.querySelector('button')?.focus();
}

/**
 * Every unsettled sale, on every screen, so that none is forgotten while the next customer is served; and what ended
 * with nothing bought, until somebody has looked, or the customer has the money back.
 */
export function Tray() {
  const text = useText();
  const phase = useOrders((orders) => orders.phase);
  const byId = useOrders((orders) => orders.byId);
  const unseen = useOrders((orders) => orders.unseen);
  const owed = usePayments((payments) => payments.owed);
  const nowMs = useNow(5000);
  const kept = useMemo(
    () => oncePerSheet(inTray({ byId, unseen }, nowMs, new Set(owed.map(({ operationId }) => operationId)))),
    [byId, unseen, owed, nowMs],
  );
  const tray = useRef<HTMLElement>(null);
  useFocusTarget('tray', focusTray);
  const drawn = partsOf(kept, fittingIn(useWidth(tray), kept));
  const hidden = kept.filter((order) => !drawn.waiting.includes(order) && !drawn.codes.includes(order));
  return (
    <section
      className="tray"
      id={trayId}
      ref={tray}
      data-phase={phase}
      data-empty={phase === 'ready' && kept.length === 0 ? '' : undefined}
      aria-label={text('tray.title')}
    >
      <TrayNews />
      {phase === 'failed' ? <Unread /> : null}
      {phase === 'loading' ? (
        <p className="tray__count">
          <Icon name="clock" />
          {text('tray.reading')}
        </p>
      ) : null}
      {phase === 'ready' && kept.length === 0 ? (
        <p className="tray__count">
          <Icon name="check" />
          {text('tray.none')}
        </p>
      ) : null}
      {kept.length === 0 ? null : (
        <div className="tray__list">
          <Part kept={kept.filter((order) => !hasCodesWaiting(order))} drawn={drawn.waiting} />
          <Part kept={kept.filter(hasCodesWaiting)} drawn={drawn.codes} />
        </div>
      )}
      {hidden.length === 0 ? null : <Others hidden={hidden} />}
    </section>
  );
}

/** The orders whose codes are on the sheet of this one. */
function useOnSheet(order: OrderView): readonly OrderView[] {
  const byId = useOrders((orders) => orders.byId);
  return order.basket === undefined || !hasCodesWaiting(order) ? [order] : waitingIn(byId, order.basket.id);
}

/** How wide it is drawn; 0 before that is known. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [widthPx, setWidthPx] = useState(0);
  useEffect(() => {
    const watched = new ResizeObserver(([entry]) => setWidthPx(entry?.borderBoxSize[0]?.inlineSize ?? 0));
    if (element.current !== null) watched.observe(element.current);
    return () => watched.disconnect();
  }, [element]);
  return widthPx;
}

/**
 * How many sales fit beside one another. Nothing scrolls sideways, and hundreds would slow every sale: the rest is a
 * press away.
 */
function fittingIn(widthPx: number, kept: readonly OrderView[]): number {
  if (widthPx < narrowPx) return 1;
  const parts = new Set(kept.map(hasCodesWaiting)).size;
  const roomPx = widthPx - edgesPx - parts * namePx;
  const all = Math.floor(roomPx / itemPx);
  return kept.length <= all ? all : Math.max(leastDrawn, Math.floor((roomPx - othersPx) / itemPx));
}

/** What waits for an answer, and what can be handed over: each keeps its room, however many of the other there are. */
function partsOf(
  kept: readonly OrderView[],
  most: number,
): { readonly waiting: readonly OrderView[]; readonly codes: readonly OrderView[] } {
  const waiting = kept.filter((order) => !hasCodesWaiting(order));
  const codes = kept.filter(hasCodesWaiting);
  const forCodes = Math.max(Math.floor(most / 2), most - waiting.length);
  const forWaiting = most - Math.min(codes.length, forCodes);
  return { waiting: waiting.slice(0, forWaiting), codes: codes.slice(0, forCodes) };
}

/** Sales that one thing is to be done about, under its name. */
function Part({ kept, drawn }: { kept: readonly OrderView[]; drawn: readonly OrderView[] }) {
  const name = useId();
  if (drawn.length === 0) return null;
  return (
    <div className="tray__part" role="group" aria-labelledby={name}>
      <p className="tray__count" id={name}>
        <Icon name={kept.some(hasCodesWaiting) ? 'ticket' : 'clock'} />
        <PartName kept={kept} />
      </p>
      <ul>
        {drawn.map((order) => (
          <li key={order.operationId}>
            <TrayItem order={order} />
          </li>
        ))}
      </ul>
    </div>
  );
}

type Sort = 'owed' | 'codes' | 'decisions' | 'waiting' | 'unbought';

const nameOf = {
  owed: 'day.owed',
  codes: 'tray.part.codes',
  decisions: 'tray.part.decisions',
  waiting: 'tray.part.waiting',
  unbought: 'tray.title',
} as const satisfies Record<Sort, MessageKey>;

/** What is to be done about a sale. */
function sortOf(order: OrderView, owed: PaymentNoting['owed']): Sort {
  if (isOwed(order, owed)) return 'owed';
  if (hasCodesWaiting(order)) return 'codes';
  if (order.state === 'attention') return 'decisions';
  return isUnsettled(order) ? 'waiting' : 'unbought';
}

/** What is to be done about all of them, or what they all are. How many there are is known only where all were read. */
function PartName({ kept }: { kept: readonly OrderView[] }) {
  const text = useText();
  const isRead = useOrders(({ phase }) => phase === 'ready');
  const owed = usePayments((payments) => payments.owed);
  const [sort, ...others] = new Set(kept.map((order) => sortOf(order, owed)));
  if (sort === 'unbought' && others.length === 0) {
    return <span>{text('tray.unbought', { count: kept.length })}</span>;
  }
  return (
    <span>
      {text(sort === undefined || others.length > 0 ? 'tray.title' : nameOf[sort])}
      {isRead ? (
        <>
          {'\u00a0·\u00a0'}
          <bdi className="tray__number">{kept.length}</bdi>
        </>
      ) : null}
    </span>
  );
}

function Unread() {
  const text = useText();
  const failure = useOrders((orders) => orders.failure);
  const [busy, setBusy] = useState(false);
  const readAgain = async (): Promise<void> => {
    setBusy(true);
    await useOrders.getState().load();
    setBusy(false);
  };
  return (
    <>
      <p className="tray__count" role="alert">
        <Icon name="alert" />
        <span>
          {text('tray.unread')} {failure === null ? null : text(`failure.${failure.code}.next`)}
        </span>
      </p>
      <Button icon="refresh" isPending={busy} onPress={() => void readAgain()}>
        {text('app.again')}
      </Button>
    </>
  );
}

/** The way to those that are not drawn, in the list of all orders. */
function Others({ hidden }: { hidden: readonly OrderView[] }) {
  const text = useText();
  const owed = usePayments((payments) => payments.owed);
  const rest = hidden.every((order) => isOwed(order, owed)) ? 'owed' : 'all';
  const show = (): void => {
    void useFound.getState().look({ ...everyOrder, show: hidden.every(isUnsettled) ? 'unsettled' : rest });
    useView.getState().closeOrder();
    useView.getState().go('orders');
  };
  return (
    <Button tone="quiet" onPress={show}>
      {text('tray.more', { count: hidden.length })}
    </Button>
  );
}

function isOwed({ operationId }: OrderView, owed: PaymentNoting['owed']): boolean {
  return owed.some((one) => one.operationId === operationId);
}

function TrayItem({ order }: { order: OrderView }) {
  const text = useText();
  const name = useName();
  const maySell = useMay('reveals', 'show');
  const back = usePayments(({ owed }) => owed.find(({ operationId }) => operationId === order.operationId)?.sum);
  const lines = useOnSheet(order);
  const sums = back === undefined ? sumsOf(lines.map(({ charge }) => charge.total)) : [back];
  const { openOrder, openCodes } = useView.getState();
  const open = (): void => {
    // The way to give it back is on the order's page, beside that to a new try, which takes the money over.
    if (!maySell || back !== undefined) openOrder(order.operationId);
    else if (hasCodesWaiting(order)) openCodes({ kind: 'order', operationId: order.operationId });
    else if (!askAgain(order)) openOrder(order.operationId);
  };
  return (
    <AriaButton className="tray__item" onPress={open}>
      <span className="tray__line">
        {back === undefined ? <OrderBadge order={order} /> : <Badge tone="bad">{text('tray.owed')}</Badge>}{' '}
        <span className="tray__sums">
          {sums.map((sum) => (
            <Money key={sum.currency} {...sum} />
          ))}
        </span>
      </span>
      <span className="tray__line">
        <bdi className="tray__name">
          {lines.length > 1 ? text('codes.basket') : (name(order.cardName) ?? text('catalogue.unnamedCard'))}
        </bdi>{' '}
        <Times quantity={lines.reduce((sum, { quantity }) => sum + quantity, 0)} />
      </span>
    </AriaButton>
  );
}

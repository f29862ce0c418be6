import type { OpenWork } from '../../src-shared/contract/screen.ts';
import { ask } from '../base/bridge.ts';
import { usePageState } from '../base/stores/page-store.ts';
import { useStaff } from '../base/stores/staff-store.ts';
import { useView, type Area } from '../base/stores/view-store.ts';
import { useCatalogue } from '../entities/catalogue/catalogue-store.ts';
import { inTray, useOrders } from '../entities/orders/orders-store.ts';
import { keptBasket, restoreBasket, useBasket } from '../entities/sale/basket-store.ts';
import { useCheckout, type Stage } from '../entities/sale/checkout-store.ts';
import { useWallets } from '../entities/wallets/wallets-store.ts';

type Draft = Extract<NonNullable<OpenWork['sale']>, { kind: 'draft' }>;
/** As many as the contract takes: the newest. */
const keptInTray = 1000;
const areas: Readonly<Record<Area, true>> = {
  sell: true,
  orders: true,
  day: true,
  owned: true,
  counter: true,
  diagnosis: true,
  people: true,
  prices: true,
  limits: true,
};

/** Tells main what work is open whenever that changes, so that a page that crashed comes back to it. */
export function followOpenWork(): () => void {
  let kept = '';
  const tell = (): void => {
    // Main knows of the sale already, which this page would call a draft until it hears of it: that draft would come
    // back, to be bought again.
    if (useCheckout.getState().placing) return;
    // While it is locked, this may be the work of another person than the one that comes.
    if (usePageState.getState().locked !== false && useStaff.getState().people.length > 0) return;
    const openWork = openWorkNow();
    const now = JSON.stringify(openWork);
    if (now === kept) return;
    kept = now;
    void ask((bridge) => bridge.screen.keepPlace(openWork));
  };
  const stops = [
    useView.subscribe(tell),
    useCheckout.subscribe(tell),
    useBasket.subscribe(tell),
    useWallets.subscribe(tell),
    useOrders.subscribe(tell),
  ];
  // A sale may have been begun before main could hear of it.
  tell();
  return () => stops.forEach((stop) => stop());
}

/** Opens the work that the page had open. What a person had agreed to is asked again, and codes are masked. */
export function returnTo(openWork: OpenWork): void {
  const { area, openOrderId, codesOf, walletId, sale, basket, tray } = openWork;
  useOrders.setState({ left: tray });
  useView.setState({
    area: isArea(area) ? area : 'sell',
    openOrderId,
    codesTarget: codesOf === null ? null : { kind: 'order', operationId: codesOf },
  });
  if (walletId !== null) useWallets.getState().select(walletId);
  if (sale?.kind === 'watch')
    useCheckout.setState({
      stage: { kind: 'watch', operationId: sale.operationId, codesOffered: true, besidesPending: false },
    });
  if (basket !== undefined) void restoreBasket(basket);
  if (sale?.kind === 'draft') chooseWhenRead(sale);
}

function openWorkNow(): OpenWork {
  const { area, openOrderId, codesTarget } = useView.getState();
  return {
    area,
    openOrderId,
    codesOf: codesTarget?.kind === 'order' ? codesTarget.operationId : null,
    walletId: useWallets.getState().selectedId,
    sale: saleOf(useCheckout.getState().stage),
    ...keptBasket(),
    tray: trayNow(),
  };
}

function trayNow(): string[] {
  const orders = useOrders.getState();
  return [...new Set([...orders.left, ...inTray(orders).map(({ operationId }) => operationId)])].slice(0, keptInTray);
}

function saleOf(stage: Stage): OpenWork['sale'] {
  if (stage.kind === 'watch') return { kind: 'watch', operationId: stage.operationId };
  if (stage.kind !== 'draft') return null;
  const { walletId, card, quantity, reference, replaces, otherPrice } = stage;
  return {
    kind: 'draft',
    walletId,
    cardId: card.id,
    quantity: Math.max(quantity ?? 1, 1),
    reference,
    ...(replaces === undefined ? {} : { replaces }),
    ...(otherPrice === undefined ? {} : { otherPrice }),
  };
}

/** The card comes with the catalogue of its wallet; whoever begins another sale before has moved on. */
function chooseWhenRead({ walletId, cardId, quantity, reference, replaces, otherPrice }: Draft): void {
  const choose = (): boolean => {
    const { stage } = useCheckout.getState();
    if (stage.kind !== 'empty') return true;
    const { view } = useCatalogue.getState();
    const card = view?.walletId === walletId ? view.cards.find(({ id }) => id === cardId) : undefined;
    if (card === undefined) return false;
    const agreed = { useAllowedDebt: false, besidesPending: false };
    const before = replaces === undefined ? undefined : useOrders.getState().byId[replaces];
    useCheckout.setState({
      stage: {
        kind: 'draft',
        walletId,
        card,
        quantity,
        reference,
        agreed,
        ...(replaces === undefined ? {} : { replaces }),
        ...(otherPrice === undefined ? {} : { otherPrice }),
        ...(before === undefined ? {} : { priceBefore: before.charge.price }),
      },
    });
    return true;
  };
  if (choose()) return;
  const stop = useCatalogue.subscribe(() => {
    if (choose()) stop();
  });
}

function isArea(name: string): name is Area {
  return Object.hasOwn(areas, name);
}

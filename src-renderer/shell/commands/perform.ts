import { flushSync } from 'react-dom';
import { mayCall } from '../../../src-shared/contract/call-rules.ts';
import { focusOn, type FocusTarget } from '../../base/focus/focus-targets.ts';
import { useSession } from '../../base/stores/session-store.ts';
import { meIn, useStaff } from '../../base/stores/staff-store.ts';
import { useView, type Area } from '../../base/stores/view-store.ts';
import { everything, useCatalogue } from '../../entities/catalogue/catalogue-store.ts';
import { hasCodesWaiting, newestFirst, useOrders } from '../../entities/orders/orders-store.ts';
import { leaveHand } from '../../entities/sale/basket-store.ts';
import { useCheckout } from '../../entities/sale/checkout-store.ts';
import { useDay } from '../../features/day/day-store.ts';
import { focusReport } from '../../features/day/focus-report.ts';
import { focusOrder } from '../../features/orders/focus-order.ts';
import { useScan } from '../../features/scanner/scan-store.ts';
import { submitSale } from '../../features/sell/sale-form.ts';
import type { CommandId } from './command-map.ts';

/** What each command does; showing the keys is the sheet's own. */
export const perform: Readonly<Record<Exclude<CommandId, 'help'>, () => void>> = {
  search: toSearch,
  orders: () => goTo('orders', 'orderSearch'),
  tray: () => focusOn('tray'),
  codes: () => {
    const [newest] = newestFirst(Object.values(useOrders.getState().byId).filter(hasCodesWaiting));
    if (newest !== undefined) useView.getState().openCodes({ kind: 'order', operationId: newest.operationId });
  },
  buy: submitSale,
  back: stepBack,
};

function maySell(): boolean {
  const role = meIn(useStaff.getState())?.role ?? null;
  return useSession.getState().start?.enrolment.state === 'active' && mayCall('orders', 'place', role);
}

/** A sale under way stays in the tray; a single card that was only chosen is discarded, and one of a basket is kept. */
function toSearch(): void {
  if (!maySell()) return;
  leaveHand();
  goTo('sell', 'search');
}

/** Areas that are reached from the one of this counter. */
const ofCounter: readonly Area[] = ['diagnosis', 'people', 'prices', 'limits'];

/** One step at a time: out of what is open, then out of the area, then out of the search. */
function stepBack(): void {
  const { area, openOrderId, closeOrder } = useView.getState();
  if (area === 'sell') stepBackInSale();
  else if (area === 'orders' && openOrderId !== null) {
    flushSync(closeOrder);
    focusOrder(openOrderId);
  } else if (area === 'day' && useDay.getState().z !== null) {
    flushSync(useDay.getState().showX);
    focusReport();
  } else if (ofCounter.includes(area)) useView.getState().go('counter');
  else if (maySell()) goTo('sell', 'search');
}

/** The area is drawn at once: what is typed straight after its key is for the field that the key went to. */
function goTo(area: Area, target: FocusTarget): void {
  flushSync(() => useView.getState().go(area));
  focusOn(target);
}

function stepBackInSale(): void {
  const { stage, placing, clear } = useCheckout.getState();
  if (placing) return;
  if (stage.kind === 'empty' && useScan.getState().scan === null) useCatalogue.getState().choose(everything);
  useScan.getState().dismiss();
  clear();
  focusOn('search');
}

import { focusSearch } from '../../features/catalogue/catalogue-search.tsx';
import { everything, useCatalogue } from '../../features/catalogue/catalogue-store.ts';
import { useCheckout } from '../../features/checkout/checkout-store.ts';
import { submitSale } from '../../features/checkout/sale-form.ts';
import { hasCodesWaiting, newestFirst, useOrders } from '../../features/journal/orders-store.ts';
import { focusOrderSearch } from '../../features/journal/focus-order-search.ts';
import { focusTray } from '../../features/journal/focus-tray.ts';
import { useScan } from '../../features/scanner/scan-store.ts';
import { focusArea } from '../focus-area.ts';
import { useSession } from '../stores/session-store.ts';
import { useView } from '../stores/view-store.ts';
import type { CommandId } from './command-map.ts';

/** What each command does; showing the keys is the sheet's own. */
export const perform: Readonly<Record<Exclude<CommandId, 'help'>, () => void>> = {
  search: toSearch,
  orders: () => {
    useView.getState().go('orders');
    // The field is there once the area is.
    setTimeout(focusOrderSearch, 0);
  },
  tray: focusTray,
  codes: () => {
    const [newest] = newestFirst(Object.values(useOrders.getState().byId).filter(hasCodesWaiting));
    if (newest !== undefined) useView.getState().openCodes({ kind: 'order', operationId: newest.operationId });
  },
  buy: submitSale,
  back: stepBack,
};

function maySell(): boolean {
  return useSession.getState().start?.enrolment.state === 'active';
}

/** A sale under way stays in the tray; one that was only put together is put back. */
function toSearch(): void {
  if (!maySell()) return;
  useView.getState().go('sell');
  useCheckout.getState().clear();
  setTimeout(focusSearch, 0);
}

/** One step at a time: out of what is open, then out of the area, then out of the search. */
function stepBack(): void {
  const { area, openOrderId, go, closeOrder } = useView.getState();
  if (area === 'sell') stepBackInSale();
  else if (area === 'orders' && openOrderId !== null) {
    closeOrder();
    setTimeout(focusArea, 0);
  } else if (area === 'diagnosis') go('counter');
  else if (maySell()) {
    go('sell');
    setTimeout(focusSearch, 0);
  }
}

function stepBackInSale(): void {
  const { stage, placing, clear } = useCheckout.getState();
  if (placing) return;
  if (stage.kind === 'empty' && useScan.getState().scan === null) useCatalogue.getState().choose(everything);
  useScan.getState().dismiss();
  clear();
  focusSearch();
}

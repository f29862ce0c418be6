import type { Role } from '../../src-shared/contract/roles.ts';
import { usePageState } from '../base/stores/page-store.ts';
import { useStaff } from '../base/stores/staff-store.ts';
import { forget } from '../base/stores/turns.ts';
import { useView } from '../base/stores/view-store.ts';
import { useCatalogue } from '../entities/catalogue/catalogue-store.ts';
import { useFound } from '../entities/orders/found-store.ts';
import { useOrders } from '../entities/orders/orders-store.ts';
import { useBasket } from '../entities/sale/basket-store.ts';
import { useCheckout } from '../entities/sale/checkout-store.ts';
import { forgetLow } from '../entities/wallets/low-store.ts';
import { useDay } from '../features/day/day-store.ts';
import { useLimits } from '../features/limits/limits-store.ts';
import { useOwned } from '../features/owned-cards/owned-store.ts';
import { usePrices } from '../features/prices/prices-store.ts';
import { forgetReports } from '../features/reports/reports-store.ts';
import { useScan } from '../features/scanner/scan-store.ts';
import { useToday } from '../features/today/today-store.ts';
import { returnTo } from './open-work.ts';

/**
 * Leaves nothing of one person's work to the next, who may not see it, nor to the same one in another role; main keeps
 * it for them. Sales that were begun are the shop's, and stay in the tray for everybody.
 */
export function openWorkOfNext(): () => void {
  let role: Role | undefined;
  return usePageState.subscribe((now, before) => {
    if (now.person === null || now.locked !== false || before.locked === false) return;
    const roleBefore = role;
    role = useStaff.getState().people.find(({ id }) => id === now.person)?.role;
    // What came while nobody was there came without the costs.
    if (now.person === before.person && role === roleBefore) {
      void useCatalogue.getState().recharge();
      return;
    }
    forget(useBasket);
    forget(useCheckout);
    forget(useView);
    forget(useCatalogue);
    forget(useScan);
    forget(useFound);
    forget(useOwned);
    forget(usePrices);
    forget(useLimits);
    useOrders.getState().forgetCosts();
    void useOrders.getState().load();
    forget(useDay);
    forgetReports();
    forget(useToday);
    forgetLow();
    if (now.place !== null) returnTo({ ...now.place, tray: [...useOrders.getState().left] });
  });
}

import { usePreferences } from '../base/stores/preferences-store.ts';
import { useSession } from '../base/stores/session-store.ts';
import { forget } from '../base/stores/turns.ts';
import { useView } from '../base/stores/view-store.ts';
import { useCatalogue } from '../entities/catalogue/catalogue-store.ts';
import { useLogos } from '../entities/catalogue/logos-store.ts';
import { useComplaints } from '../entities/complaints/complaints-store.ts';
import { useFound } from '../entities/orders/found-store.ts';
import { useOrders } from '../entities/orders/orders-store.ts';
import { usePayments } from '../entities/payments/payments-store.ts';
import { useCopyStatusCheck } from '../entities/records/copy-status-store.ts';
import { useBasket } from '../entities/sale/basket-store.ts';
import { useCheckout } from '../entities/sale/checkout-store.ts';
import { forgetLow } from '../entities/wallets/low-store.ts';
import { useWallets } from '../entities/wallets/wallets-store.ts';
import { useDay } from '../features/day/day-store.ts';
import { useDiagnosis } from '../features/diagnosis/diagnosis-store.ts';
import { useLimits } from '../features/limits/limits-store.ts';
import { useOwned } from '../features/owned-cards/owned-store.ts';
import { usePrices } from '../features/prices/prices-store.ts';
import { forgetReports } from '../features/reports/reports-store.ts';
import { useScan } from '../features/scanner/scan-store.ts';
import { useToday } from '../features/today/today-store.ts';
import { useLesson } from '../features/training/lesson-store.ts';

/**
 * Leaves nothing of one counter to the next: its orders, wallets and prices are not theirs. Before anything of the next
 * is drawn or read.
 */
export function forgetOnChange(): () => void {
  return useSession.subscribe(({ start: now }, { start: before }) => {
    if (before === null) return;
    if (now?.mode !== before.mode) forgetCounter();
    // Other records took the place of damaged ones: an order may be in none of them now.
    else if (before.problem?.code === 'journal_corrupt' && now.problem === undefined) forgetRecords();
  });
}

function forgetRecords(): void {
  forget(useFound);
  forget(useOrders);
  useCatalogue.setState({ recentBefore: [] });
  forget(useOwned);
  forget(useComplaints);
  const { usual } = usePayments.getState();
  forget(usePayments);
  usePayments.setState({ usual });
  forget(useDay);
  forgetReports();
  forget(useToday);
}

function forgetCounter(): void {
  forgetRecords();
  forgetLow();
  forget(usePayments);
  forget(useWallets);
  forget(useCatalogue);
  forget(useLogos);
  forget(useBasket);
  forget(useCheckout);
  forget(useCopyStatusCheck);
  forget(useDiagnosis);
  forget(usePrices);
  forget(useLimits);
  forget(useScan);
  forget(useLesson);
  forget(usePreferences);
  forget(useView);
}

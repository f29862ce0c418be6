import type { OrderView } from '../../../src-shared/contract/schemas.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { useView } from '../../base/stores/view-store.ts';
import { Button } from '../../ui/button.tsx';
import { useCatalogue } from '../catalogue/catalogue-store.ts';
import { limitsFor, useLimitsFor } from '../catalogue/quantity-limits.ts';
import { answerableRefusal } from '../orders/order-words.ts';
import { useOrders } from '../orders/orders-store.ts';
import { useBasket } from './basket-store.ts';
import { useCheckout } from './checkout-store.ts';

/**
 * Takes a sale that was refused until the customer has answered back to its question. False where there is none, or
 * none can be put now.
 */
export function askAgain(order: OrderView): boolean {
  const refusal = answerableRefusal(order, limitsFor(order));
  // Nor over what is put together for the next customer.
  if (useBasket.getState().lines.length > 0) return false;
  if (refusal === undefined || !useCheckout.getState().reopen(order, refusal)) return false;
  useOrders.getState().markSeen(order.operationId);
  useView.getState().go('sell');
  return true;
}

/**
 * Whether there is a way back to that question: not where it was answered already, nor while the next customer's sale
 * is being put together.
 */
export function useCanAskAgain(order: OrderView): boolean {
  const hasBasket = useBasket(({ lines }) => lines.length > 0);
  const isFree = useCheckout(({ stage }) => stage.kind !== 'draft') && !hasBasket;
  const hasPrices = useCatalogue(({ view }) => view?.walletId === order.walletId);
  const isAnswered = useOrders(({ byId }) =>
    Object.values(byId).some(({ replaces }) => replaces === order.operationId),
  );
  const limits = useLimitsFor(order);
  return answerableRefusal(order, limits) !== undefined && !isAnswered && isFree && hasPrices;
}

export function AskAgain({ order }: { order: OrderView }) {
  const text = useText();
  return (
    <div>
      <Button tone="primary" onPress={() => askAgain(order)}>
        {text('order.askAgain')}
      </Button>
    </div>
  );
}

import { useEffect, useState } from 'react';
import { paymentMeans, type PaymentMeans } from '../../../src-shared/contract/payment-words.ts';
import type { SalePayment } from '../../../src-shared/contract/payments.ts';
import type { OrderView } from '../../../src-shared/contract/schemas.ts';
import type { ShownFailure } from '../../base/shown-failure.ts';
import { useMay } from '../../base/stores/staff-store.ts';
import { useOrders } from '../../entities/orders/orders-store.ts';
import { usePayments } from '../../entities/payments/payments-store.ts';
import { useIsInDoubt } from '../../entities/records/copy-status-store.ts';

export interface SalePaying {
  /** Null until main has said. */
  readonly payment: SalePayment | null;
  readonly means: SalePayment['means'];
  readonly mayNote: boolean;
  readonly failure: ShownFailure | null;
  readonly note: (means: PaymentMeans) => void;
  /** Whether the customer has paid already for what has no result. */
  readonly noteAhead: (isPaid: boolean) => void;
  /** Chooses the next one, and the first one after the last. */
  readonly next: () => void;
}

/**
 * How the sale of an order is paid; null where the shop does not note it, and for a card that costs nothing. What is
 * owed, and that it went back, is shown also where payments are not noted any more.
 */
export function useSalePayment(order: OrderView | undefined): SalePaying | null {
  const usual = usePayments((payments) => payments.usual);
  const operationId = order?.operationId ?? '';
  const payment = usePayments(({ ofOrder }) => ofOrder[operationId]) ?? null;
  const moved = useOrders((orders) => orders.moved);
  const isInDoubt = useIsInDoubt();
  const isOwed = usePayments(({ owed }) => owed.some((one) => one.operationId === operationId));
  const mayNote = useMay('payments', 'note') && !isInDoubt && usual !== null;
  const [failure, setFailure] = useState<ShownFailure | null>(null);
  const isShown = usual !== null || isOwed || (payment !== null && payment.back.length > 0);
  const isAsked = isShown && order !== undefined && order.makesGoodFor === undefined;
  useEffect(() => {
    if (isAsked) void usePayments.getState().lookAt(operationId);
  }, [isAsked, operationId, moved]);
  if (!isAsked) return null;
  const means = payment?.means ?? usual ?? 'notNoted';
  const change = (asked: { readonly means: PaymentMeans; readonly ahead?: boolean }): void => {
    void usePayments
      .getState()
      .change(operationId, (payments, given) => payments.note({ operationId, ...asked, ...given }))
      // A question that was left says nothing more.
      .then((noted) => setFailure(noted.ok || noted.error.approval !== undefined ? null : noted.error));
  };
  const note = (chosen: PaymentMeans): void => {
    setFailure(null);
    if (chosen !== means && mayNote) change({ means: chosen });
  };
  const noteAhead = (isPaid: boolean): void => {
    setFailure(null);
    if (means !== 'notNoted' && mayNote) change({ means, ahead: isPaid });
  };
  const next = (): void => {
    const at = paymentMeans.findIndex((each) => each === means);
    const following = paymentMeans[(at + 1) % paymentMeans.length];
    if (following !== undefined) note(following);
  };
  return { payment, means, mayNote, failure, note, noteAhead, next };
}

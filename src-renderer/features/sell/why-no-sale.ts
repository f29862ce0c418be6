import { useSession } from '../../base/stores/session-store.ts';
import { copyStatusReasonId, useIsInDoubt } from '../../entities/records/copy-status-store.ts';

/** Of the sentence that says that a sale waits for the connection. */
export const offlineSaleId = 'sale-offline';

/** Of the sentence that says that the price is being read. */
export const priceComingId = 'sale-price-coming';

/** For a button that keeps the keyboard while nothing can be bought: what says why, or nothing where it can. */
export function useWhyNoSale(isPriceComing = false): { readonly 'aria-describedby'?: string } {
  const online = useSession((session) => session.start?.online === true);
  const isInDoubt = useIsInDoubt();
  const priceId = isPriceComing ? priceComingId : undefined;
  const reasonId = !online ? offlineSaleId : isInDoubt ? copyStatusReasonId : priceId;
  return reasonId === undefined ? {} : { 'aria-describedby': reasonId };
}

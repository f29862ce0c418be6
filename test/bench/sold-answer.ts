import { cardId, invoiceId, soldCardId, walletId } from '../unit/src-main/orders/order-samples.ts';
import type { ScriptedAnswer, Seen } from '../unit/src-main/orders/scripted-service.ts';

/** That two cards were sold, under the operation id of the request. */
export function soldAnswer({ headers }: Seen): ScriptedAnswer {
  return {
    status: 201,
    body: {
      operationId: headers['idempotency-key'],
      status: 'completed',
      invoiceId,
      walletId,
      cardId,
      quantity: 2,
      total: { amount: '2.500', currency: 'KWD' },
      soldCards: [1, 2].map((index) => ({
        soldCardId: soldCardId(index),
        serialNumber: `SERIAL-NUMBER-${index}`,
        voucher: `VOUCHER-TEXT-${index}`,
      })),
    },
  };
}

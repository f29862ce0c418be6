import type { Order } from '../machine/order.ts';
import { answerOf, instant, judgementOf } from './order-view.ts';

/**
 * What the service's staff can find an order by, in words that are the same in every language. No code of a card, no
 * amount.
 */
export function numbersForStaff(operationId: string, { intent, completed, attempts }: Order): string {
  const { walletId, cardId, externalReference } = intent;
  return [
    `Idempotency-Key: ${operationId}`,
    `Wallet: ${walletId}`,
    `Card: ${cardId}`,
    ...(typeof completed?.invoiceId === 'string' ? [`Invoice: ${completed.invoiceId}`] : []),
    ...(externalReference === null ? [] : [`Reference: ${externalReference}`]),
    ...attempts.map((attempt) => {
      const { httpStatus, requestId } = answerOf(attempt);
      const named = requestId === null ? [] : [`X-Request-Id: ${requestId}`];
      return [instant(attempt.startedAtMs), attempt.call, httpStatus ?? '-', judgementOf(attempt), ...named].join(' ');
    }),
  ].join('\n');
}

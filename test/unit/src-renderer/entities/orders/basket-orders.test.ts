import { expect, it } from 'vitest';
import { soldWith } from '../../../../../src-renderer/entities/orders/basket-orders.ts';
import type { OrderView } from '../../../../../src-shared/contract/schemas.ts';

const money = { amount: '1.500', currency: 'KWD' };
const line = (operationId: string, number: number, changes: Partial<OrderView> = {}): OrderView => ({
  operationId,
  state: 'completed',
  invoiceId: null,
  walletId: 'wallet',
  cardId: 'card',
  quantity: 1,
  charge: { price: money, total: money },
  externalReference: null,
  attempts: [],
  codes: [],
  intendedAt: '2026-11-21T08:00:00Z',
  wantedUntil: '2026-11-21T08:10:00Z',
  codesState: 'handedOver',
  codesCameOut: true,
  prints: { times: 0 },
  wantedDecides: false,
  cancellable: false,
  basket: { id: 'basket', line: number },
  ...changes,
});

it('a receipt after the hand-over has all lines that were handed over, in their order', () => {
  const [first, second] = [line('a', 1), line('b', 0)];
  const waiting = line('c', 2, { codesState: 'sealed' });
  const other = { ...line('d', 0), basket: { id: 'another', line: 0 } };
  const { basket: _, ...alone } = line('e', 0);
  const byId = Object.fromEntries([first, second, waiting, other, alone].map((order) => [order.operationId, order]));
  const ids = (order: OrderView) => soldWith(byId, order).map(({ operationId }) => operationId);
  expect(ids(first)).toEqual(['b', 'a']);
  expect(ids(waiting)).toEqual(['c']);
  expect(ids(alone)).toEqual(['e']);
});

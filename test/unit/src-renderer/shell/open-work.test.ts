import { expect, it, vi } from 'vitest';
import { useCatalogue } from '../../../../src-renderer/entities/catalogue/catalogue-store.ts';
import { useOrders } from '../../../../src-renderer/entities/orders/orders-store.ts';
import { useCheckout } from '../../../../src-renderer/entities/sale/checkout-store.ts';
import { followOpenWork } from '../../../../src-renderer/shell/open-work.ts';
import type { CallResult, OrderView } from '../../../../src-shared/contract/schemas.ts';
import type { OpenWork } from '../../../../src-shared/contract/screen.ts';

const card = {
  id: 'card',
  subcategoryId: 'sub',
  name: { en: 'Card' },
  charge: { price: { amount: '2.850', currency: 'KWD' }, source: 'cost' as const },
  hasSpecialOffer: false,
  available: true,
};
const placed: OrderView = {
  operationId: 'op',
  state: 'intended',
  invoiceId: null,
  walletId: 'wallet',
  cardId: 'card',
  quantity: 1,
  total: { amount: '2.850', currency: 'KWD' },
  charge: {
    price: { amount: '2.850', currency: 'KWD' },
    total: { amount: '2.850', currency: 'KWD' },
  },
  externalReference: null,
  attempts: [],
  codes: [],
  intendedAt: '2026-11-21T08:00:00Z',
  wantedUntil: '2026-11-21T08:10:00Z',
  codesState: 'none',
  codesCameOut: false,
  prints: { times: 0 },
  wantedDecides: true,
  cancellable: true,
};

it('says of a sale on its way only that it was begun: its draft does not come back in the place of a bought card', async () => {
  let answer: (result: CallResult<OrderView>) => void = () => undefined;
  const kept: OpenWork['sale'][] = [];
  const keepPlace = ({ sale }: OpenWork) => {
    kept.push(sale);
    return Promise.resolve({ ok: true, value: {} });
  };
  vi.stubGlobal('window', {
    counter: {
      orders: {
        place: () =>
          new Promise((resolve) => {
            answer = resolve;
          }),
      },
      screen: { keepPlace },
    },
  });
  useCatalogue.setState({
    walletId: 'wallet',
    view: { walletId: 'wallet', categories: [], subcategories: [], pricesRevision: 3, cards: [card] },
    syncing: false,
  });
  useCheckout.getState().choose('wallet', card);
  const stop = followOpenWork();
  const bought = useCheckout.getState().buy({});
  // Main tells of the order before its call has returned.
  useOrders.getState().keep([placed]);
  expect(kept).toEqual([]);
  answer({ ok: true, value: placed });
  await bought;
  expect(kept).toEqual([{ kind: 'watch', operationId: 'op' }]);
  stop();
});

import { expect, it, vi } from 'vitest';
import { useCatalogue } from '../../../../src-renderer/entities/catalogue/catalogue-store.ts';
import { useOrders } from '../../../../src-renderer/entities/orders/orders-store.ts';
import { useCheckout } from '../../../../src-renderer/entities/sale/checkout-store.ts';
import { followOpenWork, returnTo } from '../../../../src-renderer/shell/open-work.ts';
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
  // What was begun before main could hear of it.
  expect(kept.splice(0)).toMatchObject([{ kind: 'draft', cardId: 'card' }]);
  const bought = useCheckout.getState().buy({});
  // Main tells of the order before its call has returned.
  useOrders.getState().keep([placed]);
  expect(kept).toEqual([]);
  answer({ ok: true, value: placed });
  await bought;
  expect(kept).toEqual([{ kind: 'watch', operationId: 'op' }]);
  stop();
});

it('comes back to a sale that was about to be tried again by itself as to a draft, with the price of before', () => {
  const kept: OpenWork[] = [];
  const keepPlace = (openWork: OpenWork) => {
    kept.push(openWork);
    return Promise.resolve({ ok: true, value: {} });
  };
  const place = vi.fn();
  vi.stubGlobal('window', { counter: { orders: { place }, screen: { keepPlace } } });
  useOrders.setState({ byId: { op: { ...placed, state: 'refused' } } });
  const stop = followOpenWork();
  const problem = { code: 'price_changed' } as const;
  useCheckout.setState({
    stage: {
      kind: 'draft',
      walletId: 'wallet',
      card,
      quantity: 2,
      reference: '',
      agreed: { useAllowedDebt: false, besidesPending: false },
      problem,
      isRenewing: true,
      replaces: 'op',
    },
  });
  stop();
  const openWork = kept.at(-1);
  if (openWork === undefined) throw new Error('nothing kept');
  useCheckout.setState({ stage: { kind: 'empty' } });
  returnTo(openWork);
  const { stage } = useCheckout.getState();
  expect(stage).toMatchObject({ kind: 'draft', quantity: 2, replaces: 'op', priceBefore: placed.charge.price });
  expect(stage).not.toHaveProperty('isRenewing');
  expect(place).not.toHaveBeenCalled();
  useCheckout.setState({ stage: { kind: 'empty' } });
  returnTo({ ...openWork, sale: { kind: 'watch', operationId: 'op' } });
  expect(useCheckout.getState().stage).not.toHaveProperty('presence');
});

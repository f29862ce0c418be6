import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forget } from '../../../../../src-renderer/base/stores/turns.ts';
import { useView } from '../../../../../src-renderer/base/stores/view-store.ts';
import type { Card } from '../../../../../src-renderer/entities/catalogue/browse.ts';
import { useCatalogue } from '../../../../../src-renderer/entities/catalogue/catalogue-store.ts';
import { useLogos } from '../../../../../src-renderer/entities/catalogue/logos-store.ts';
import { useFound } from '../../../../../src-renderer/entities/orders/found-store.ts';
import { everyOrderOf, useOrders } from '../../../../../src-renderer/entities/orders/orders-store.ts';
import { restoreBasket, shownBasketOf, useBasket } from '../../../../../src-renderer/entities/sale/basket-store.ts';
import { useCheckout } from '../../../../../src-renderer/entities/sale/checkout-store.ts';
import { useWallets } from '../../../../../src-renderer/entities/wallets/wallets-store.ts';
import { useLesson } from '../../../../../src-renderer/features/training/lesson-store.ts';

/** Answers of one counter that come when the next has taken its place: nothing of them is that one's. */

let waiting: { readonly name: string; readonly resolve: (result: unknown) => void }[];

beforeEach(() => {
  waiting = [];
  const domain = (of: string) =>
    new Proxy(
      {},
      {
        get: (_, call: string) => () => new Promise((resolve) => waiting.push({ name: `${of}.${call}`, resolve })),
      },
    );
  vi.stubGlobal('window', { counter: new Proxy({}, { get: (_, of: string) => domain(of) }) });
  change();
});
afterEach(() => {
  vi.unstubAllGlobals();
  change();
});

/** As the page does it where a training begins or ends. */
function change(): void {
  const places = [useWallets, useCatalogue, useLogos, useLesson, useView];
  for (const store of [useOrders, useFound, useCheckout, useBasket, ...places]) forget<unknown>(store);
}

async function answerAll(value: unknown): Promise<void> {
  const late = waiting;
  waiting = [];
  for (const { resolve } of late) resolve({ ok: true, value });
  await new Promise((resolve) => setTimeout(resolve));
}

const order = { operationId: 'old', state: 'unknown', codes: [], intendedAt: '2026-11-21T08:00:00Z' };
const page = { items: [order], nextCursor: 'more' };
const price = { amount: '5.000', currency: 'KWD' };
const card: Card = {
  id: 'card',
  subcategoryId: 'of',
  hasSpecialOffer: false,
  available: true,
  charge: { price, source: 'rule' },
};

interface Row {
  readonly of: string;
  readonly ask: () => Promise<unknown>;
  readonly value: unknown;
  readonly shown: () => unknown;
}

const rows: readonly Row[] = [
  {
    of: 'the tray',
    ask: () => useOrders.getState().load(),
    value: page,
    shown: () => [useOrders.getState().byId, useOrders.getState().phase],
  },
  {
    of: 'money owed',
    ask: () => everyOrderOf('owed'),
    value: page,
    shown: () => useOrders.getState().byId,
  },
  {
    of: 'the list, looked through',
    ask: () => useFound.getState().look({}),
    value: page,
    shown: () => [useFound.getState().ids, useFound.getState().phase],
  },
  {
    of: 'the list, looked at again',
    ask: () => useFound.getState().refresh(),
    value: page,
    shown: () => useFound.getState().ids,
  },
  {
    of: 'the list, opened at an order',
    ask: () => useFound.getState().list('old'),
    value: page,
    shown: () => useFound.getState().ids,
  },
  {
    of: 'a sale',
    ask: () => {
      useCheckout.getState().choose('wallet', card);
      return useCheckout.getState().buy({});
    },
    value: order,
    shown: () => [useCheckout.getState().stage, useCheckout.getState().placing],
  },
  {
    of: 'a basket',
    ask: () => {
      const lines = [{ walletId: 'wallet', card, quantity: 1 }];
      useBasket.setState({ lines });
      const shown = shownBasketOf(lines);
      return shown === null ? Promise.resolve() : useBasket.getState().buy(shown);
    },
    value: { basket: 'basket', orders: [order] },
    shown: () => [useCheckout.getState().stage, useBasket.getState().bought],
  },
  {
    of: 'a basket of before a crash',
    ask: () => restoreBasket({ lines: [{ walletId: 'wallet', cardId: 'card', quantity: 1 }], reference: 'old' }),
    value: { ...page, cards: [] },
    shown: () => [useBasket.getState().lines, useBasket.getState().reference],
  },
  {
    of: 'a logo',
    ask: () => {
      useWallets.setState({ selectedId: 'wallet' });
      return useLogos.getState().ask('id');
    },
    value: { image: 'data:,' },
    shown: () => useLogos.getState().byId,
  },
  {
    of: 'a lesson',
    ask: () => useLesson.getState().begin('slow'),
    value: {},
    shown: () => [useLesson.getState().lesson, useView.getState().area],
  },
];

describe.each(rows)('a late answer for $of', ({ ask, value, shown }) => {
  it('of the counter before leaves nothing at this one', async () => {
    void ask();
    await vi.waitFor(() => expect(waiting.length).toBeGreaterThan(0));
    change();
    const before = shown();
    await answerAll(value);
    await answerAll(value);
    expect(shown()).toEqual(before);
    expect(waiting).toEqual([]);
  });
});

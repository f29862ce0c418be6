import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useSession } from '../../../../../src-renderer/base/stores/session-store.ts';
import { useView } from '../../../../../src-renderer/base/stores/view-store.ts';
import { useCatalogue } from '../../../../../src-renderer/entities/catalogue/catalogue-store.ts';
import { useOrders } from '../../../../../src-renderer/entities/orders/orders-store.ts';
import {
  chooseCard,
  keptBasket,
  leaveHand,
  restoreBasket,
  shownBasketOf,
  useBasket,
  whyNoLine,
} from '../../../../../src-renderer/entities/sale/basket-store.ts';
import { useCheckout } from '../../../../../src-renderer/entities/sale/checkout-store.ts';
import type { CallInput, CallResult, OrderView } from '../../../../../src-shared/contract/schemas.ts';

type Asked = CallInput<'orders', 'buyBasket'>;
type Placed = CallResult<{ basket: string; orders: OrderView[] }>;

const card = (id: string, amount: string) => ({
  id,
  subcategoryId: 'sub',
  name: { en: id },
  charge: { price: { amount, currency: 'KWD' }, source: 'rule' as const },
  hasSpecialOffer: false,
  available: true,
});
const cards = [card('a', '1.500'), card('b', '2.000'), card('c', '4.000')];

function order(operationId: string, line: number, part: Partial<OrderView> = {}): OrderView {
  const money = { amount: '1.500', currency: 'KWD' };
  return {
    operationId,
    state: 'intended',
    invoiceId: null,
    walletId: 'wallet',
    cardId: 'a',
    quantity: 1,
    charge: { price: money, total: money },
    externalReference: null,
    attempts: [],
    codes: [],
    intendedAt: '2026-11-21T08:00:00Z',
    wantedUntil: '2026-11-21T08:10:00Z',
    codesState: 'none',
    codesCameOut: false,
    prints: { times: 0 },
    wantedDecides: false,
    cancellable: true,
    basket: { id: 'basket', line },
    ...part,
  };
}

let sent: Asked[];
let tried: CallInput<'orders', 'place'>[];
let answers: Placed[];
let revision: number;
let otherCards: typeof cards;
const catalogueView = () => ({
  walletId: 'wallet',
  categories: [],
  subcategories: [],
  pricesRevision: revision,
  cards,
  readAt: '2026-11-21T08:00:00Z',
});

beforeEach(() => {
  [sent, tried, answers, revision, otherCards] = [[], [], [], 3, []];
  const read = vi.fn(({ walletId }: { walletId: string }) => {
    const other = walletId === 'other' ? { walletId, cards: otherCards } : {};
    return Promise.resolve({ ok: true, value: { ...catalogueView(), ...other } });
  });
  const freshCard = ({ cardId }: { cardId: string }) =>
    Promise.resolve({ ok: true, value: { card: cards.find(({ id }) => id === cardId), pricesRevision: revision } });
  const buyBasket = (input: Asked): Promise<Placed> => {
    sent.push(input);
    const fallback: Placed = { ok: true, value: { basket: 'basket', orders: [order('first', 0), order('second', 1)] } };
    return Promise.resolve(answers.shift() ?? fallback);
  };
  const place = (input: CallInput<'orders', 'place'>) => {
    tried.push(input);
    return Promise.resolve({ ok: true, value: order('again', 0, { replaces: 'first' }) });
  };
  const catalogue = { read, freshCard, sync: read };
  vi.stubGlobal('window', { counter: { orders: { buyBasket, place }, catalogue } });
  useSession.setState({ start: null });
  useCatalogue.setState({ walletId: 'wallet', view: catalogueView(), syncing: false });
  useOrders.setState(useOrders.getInitialState(), true);
  useBasket.setState(useBasket.getInitialState(), true);
  useCheckout.setState(useCheckout.getInitialState(), true);
});

// Other files read the same stores.
afterEach(() => {
  useBasket.setState(useBasket.getInitialState(), true);
  useCheckout.setState(useCheckout.getInitialState(), true);
});

function put(id: string, quantity = 1): void {
  const found = cards.find((each) => each.id === id);
  if (found === undefined) throw new Error('no such card');
  chooseCard('wallet', found);
  useCheckout.getState().change({ quantity });
}

function linesNow() {
  return useBasket.getState().lines.map((line) => [line.card.id, line.quantity]);
}

function buyAll(consent?: Parameters<ReturnType<typeof useBasket.getState>['buy']>[1]): Promise<void> {
  const shown = shownBasketOf(useBasket.getState().lines);
  if (shown === null) throw new Error('nothing to buy');
  return useBasket.getState().buy(shown, consent);
}

describe('putting a basket together', () => {
  it('another card takes the place of the first until one was kept, and adds to them from then on', () => {
    put('a');
    put('b', 2);
    expect(linesNow()).toEqual([]);
    expect(useBasket.getState().add()).toBe(true);
    put('c');
    put('a', 3);
    expect(linesNow()).toEqual([
      ['b', 2],
      ['c', 1],
    ]);
    expect(useCheckout.getState().stage).toMatchObject({ kind: 'draft', quantity: 3 });
  });

  it('the same card once more changes nothing, as a second click does', () => {
    put('b');
    useBasket.getState().add();
    put('a', 3);
    chooseCard('wallet', card('a', '1.500'));
    expect(useCheckout.getState().stage).toMatchObject({ quantity: 3 });
  });

  it('keeps no card without a quantity, or that a sale was refused for', () => {
    put('a');
    useCheckout.getState().change({ quantity: null });
    expect(useBasket.getState().add()).toBe(false);
    useCheckout.getState().clear();
    const refused = order('refused', 0, { state: 'refused' });
    useCheckout.getState().reopen(refused, { code: 'allowed_debt_consent_required' });
    expect(useBasket.getState().add()).toBe(false);
  });

  it.each([
    ['no quantity', { quantity: null }],
    ['more than may be sold', { quantity: 1_000 }],
    ['a price that is none', { otherPrice: 'free' }],
  ])('a card with %s stays in hand, and no other takes its place', (_, part) => {
    put('a');
    useBasket.getState().add();
    put('b');
    useCheckout.getState().change(part);
    const { stage } = useCheckout.getState();
    chooseCard('wallet', card('c', '4.000'));
    expect(leaveHand()).toBe(false);
    expect(useCheckout.getState().stage).toBe(stage);
    expect(linesNow()).toEqual([['a', 1]]);
  });

  it('says why a card cannot be a line until something is changed in it', () => {
    put('a');
    useBasket.getState().add();
    put('b');
    useCheckout.getState().change({ quantity: null });
    const inHand = useCheckout.getState().stage;
    chooseCard('wallet', card('c', '4.000'));
    expect([useBasket.getState().stuck, useCheckout.getState().stage]).toEqual([inHand, inHand]);
    expect(inHand.kind === 'draft' ? whyNoLine(inHand) : null).toBe('quantity');
    useCheckout.getState().change({ quantity: 2 });
    chooseCard('wallet', card('c', '4.000'));
    expect(useBasket.getState().stuck).toBeNull();
    expect(linesNow()).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
  });

  it('a price of its own goes with a line, and equal cards at two prices are two lines', () => {
    for (const otherPrice of [undefined, '1.25', '١٫٢٥', undefined]) {
      put('a');
      if (otherPrice !== undefined) useCheckout.getState().change({ otherPrice });
      useBasket.getState().add();
    }
    expect(useBasket.getState().lines.map(({ quantity, otherPrice }) => [quantity, otherPrice])).toEqual([
      [2, undefined],
      [2, '1.250'],
    ]);
    useBasket.getState().changeQuantity(1, 3);
    expect(shownBasketOf(useBasket.getState().lines)?.totals).toEqual([{ amount: '6.750', currency: 'KWD' }]);
    expect(keptBasket().basket?.lines[1]).toEqual({
      walletId: 'wallet',
      cardId: 'a',
      quantity: 3,
      otherPrice: '1.250',
    });
  });

  it('gives a reference back to the card in hand with its last line, and none to the next customer', () => {
    const reference = (): string | undefined => {
      const { stage } = useCheckout.getState();
      return stage.kind === 'draft' ? stage.reference : undefined;
    };
    put('a');
    useCheckout.getState().change({ reference: 'TABLE 4' });
    useBasket.getState().add();
    put('b');
    useBasket.getState().remove(0);
    expect(reference()).toBe('TABLE 4');
    useCheckout.getState().clear();
    put('c');
    expect(reference()).toBe('');
    useBasket.getState().add();
    expect(useBasket.getState().reference).toBe('');
  });

  it('takes back what keys of a scanner did', () => {
    put('a');
    const { stage } = useCheckout.getState();
    const { lines, add, undoSince } = useBasket.getState();
    add();
    undoSince(lines, stage);
    expect(linesNow()).toEqual([]);
    expect(useCheckout.getState().stage).toBe(stage);
  });
});

describe('buying a basket', () => {
  beforeEach(() => {
    put('a', 2);
    useBasket.getState().add();
    put('b');
    useBasket.getState().add();
  });

  it('sends what was shown, once, and watches it', async () => {
    const first = buyAll();
    await Promise.all([first, buyAll(), buyAll()]);
    expect(sent).toEqual([
      {
        lines: [
          {
            walletId: 'wallet',
            cardId: 'a',
            quantity: 2,
            shownTotal: { amount: '3.000', currency: 'KWD' },
            besidesPending: false,
          },
          {
            walletId: 'wallet',
            cardId: 'b',
            quantity: 1,
            shownTotal: { amount: '2.000', currency: 'KWD' },
            besidesPending: false,
          },
        ],
        pricesRevision: 3,
        shownTotals: [{ amount: '5.000', currency: 'KWD' }],
      },
    ]);
    expect(useCheckout.getState().stage).toMatchObject({ kind: 'watch', operationId: 'first' });
    expect(linesNow()).toEqual([]);
  });

  it('asks nobody where only the prices it was drawn by are of before', async () => {
    answers = [{ ok: false, error: { code: 'charge_changed', field: 'lines.0.shownTotal' } }];
    revision = 4;
    await buyAll();
    expect(sent.map(({ pricesRevision }) => pricesRevision)).toEqual([3, 4]);
    expect(useCheckout.getState().stage.kind).toBe('watch');
  });

  it('shows the new price of a card in a wallet that is not open', async () => {
    chooseCard('other', card('c', '4.000'));
    useBasket.getState().add();
    otherCards = [card('c', '4.500')];
    answers = [{ ok: false, error: { code: 'charge_changed', field: 'lines.2.shownTotal' } }];
    await buyAll();
    expect(useBasket.getState().problem).toMatchObject({ code: 'charge_changed' });
    expect(shownBasketOf(useBasket.getState().lines)?.totals).toEqual([{ amount: '9.500', currency: 'KWD' }]);
    await buyAll();
    expect(sent.at(-1)?.lines[2]).toMatchObject({ walletId: 'other', shownTotal: { amount: '4.500' } });
  });

  it('keeps its lines and says what main said where nothing was bought', async () => {
    answers = [{ ok: false, error: { code: 'same_sale_pending', field: 'lines.1', operationId: 'other' } }];
    await buyAll();
    expect(useBasket.getState().problem).toMatchObject({ code: 'same_sale_pending', field: 'lines.1' });
    expect(linesNow()).toEqual([
      ['a', 2],
      ['b', 1],
    ]);
    await buyAll({ besides: 1 });
    expect(sent.at(-1)?.lines.map(({ besidesPending }) => besidesPending)).toEqual([false, true]);
  });

  it('keeps a consent where main asks about another line', async () => {
    answers = [0, 1].map((line) => ({ ok: false, error: { code: 'same_sale_pending', field: `lines.${line}` } }));
    await buyAll();
    await buyAll({ besides: 0 });
    await buyAll({ besides: 1 });
    expect(sent.at(-1)?.lines.map(({ besidesPending }) => besidesPending)).toEqual([true, true]);
  });
});

describe('a line whose cost changed', () => {
  const refused = order('first', 0, { state: 'refused', refusal: { code: 'price_changed' } });
  beforeEach(async () => {
    put('a');
    useBasket.getState().add();
    put('b');
    useBasket.getState().add();
    await buyAll();
  });

  it('is tried again once, where its customer pays the same', async () => {
    await useBasket.getState().renew(refused);
    await useBasket.getState().renew(refused);
    expect(tried).toMatchObject([{ replaces: 'first', afterPriceChange: true, quantity: 1 }]);
    expect(useBasket.getState().renewing).toEqual([]);
  });

  it('is left to a person where its customer pays something else, somebody left, or it was a new try itself', async () => {
    const total = { amount: '1.400', currency: 'KWD' };
    await useBasket.getState().renew({ ...refused, charge: { price: total, total } });
    await useBasket.getState().renew({ ...refused, operationId: 'second', replaces: 'before' });
    useView.getState().go('orders');
    useView.getState().go('sell');
    await useBasket.getState().renew({ ...refused, operationId: 'third' });
    expect(tried).toEqual([]);
  });
});

describe('a basket that was left', () => {
  it('comes back with its lines and reference, and says where a card is gone', async () => {
    put('a', 2);
    useBasket.getState().add();
    useBasket.getState().changeReference('TABLE 4');
    const { basket } = keptBasket();
    if (basket === undefined) throw new Error('nothing was kept');
    useBasket.setState(useBasket.getInitialState(), true);
    await restoreBasket({ ...basket, lines: [...basket.lines, { walletId: 'wallet', cardId: 'gone', quantity: 1 }] });
    expect(linesNow()).toEqual([
      ['a', 2],
      ['gone', 1],
    ]);
    expect(useBasket.getState().reference).toBe('TABLE 4');
    expect(shownBasketOf(useBasket.getState().lines)).toBeNull();
    useBasket.getState().remove(1);
    expect(shownBasketOf(useBasket.getState().lines)?.totals).toEqual([{ amount: '3.000', currency: 'KWD' }]);
  });
});

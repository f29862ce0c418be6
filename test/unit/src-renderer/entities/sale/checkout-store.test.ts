import { beforeEach, describe, expect, it, vi } from 'vitest';
import { usePageState } from '../../../../../src-renderer/base/stores/page-store.ts';
import { presenceNow } from '../../../../../src-renderer/base/stores/presence.ts';
import { useView } from '../../../../../src-renderer/base/stores/view-store.ts';
import { useCatalogue } from '../../../../../src-renderer/entities/catalogue/catalogue-store.ts';
import { useOrders } from '../../../../../src-renderer/entities/orders/orders-store.ts';
import { askAgain } from '../../../../../src-renderer/entities/sale/ask-again.tsx';
import { useCheckout } from '../../../../../src-renderer/entities/sale/checkout-store.ts';
import type { CallInput, CallResult, OrderView } from '../../../../../src-shared/contract/schemas.ts';

const card = {
  id: 'card',
  subcategoryId: 'sub',
  name: { en: 'Card' },
  charge: { price: { amount: '2.850', currency: 'KWD' }, source: 'cost' as const },
  hasSpecialOffer: false,
  available: true,
};
const placedOrder: OrderView = {
  operationId: 'op',
  state: 'intended',
  invoiceId: null,
  walletId: 'wallet',
  cardId: 'card',
  quantity: 2,
  total: { amount: '5.700', currency: 'KWD' },
  charge: {
    price: { amount: '2.850', currency: 'KWD' },
    total: { amount: '5.700', currency: 'KWD' },
  },
  externalReference: null,
  attempts: [],
  codes: [{ soldCardId: 'sold' }],
  intendedAt: '2026-11-21T08:00:00Z',
  wantedUntil: '2026-11-21T08:10:00Z',
  codesState: 'none',
  codesCameOut: false,
  prints: { times: 0 },
  wantedDecides: false,
  cancellable: true,
};
type PlaceInput = CallInput<'orders', 'place'>;

let sent: PlaceInput[];
let answer: (result: CallResult<OrderView>) => void;
const synced = vi.fn(() => new Promise<never>(() => undefined));

beforeEach(() => {
  sent = [];
  synced.mockClear();
  const place = (input: PlaceInput): Promise<CallResult<OrderView>> => {
    sent.push(input);
    return new Promise((resolve) => {
      answer = resolve;
    });
  };
  vi.stubGlobal('window', { counter: { orders: { place }, catalogue: { sync: synced } } });
  useCatalogue.setState({
    walletId: 'wallet',
    view: { walletId: 'wallet', categories: [], subcategories: [], pricesRevision: 3, cards: [card] },
    syncing: false,
  });
  useOrders.setState({ byId: {} });
  useCheckout.setState({ stage: { kind: 'empty' }, placing: false });
  useCheckout.getState().choose('wallet', card);
});

const plain = { useAllowedDebt: false, besidesPending: false };

describe('buying', () => {
  it('sends one order however often it is asked for while the first is on its way', async () => {
    const { buy, change } = useCheckout.getState();
    change({ quantity: 2 });
    const first = buy(plain);
    await buy(plain);
    await buy(plain);
    expect(sent).toEqual([
      {
        walletId: 'wallet',
        cardId: 'card',
        quantity: 2,
        pricesRevision: 3,
        shownTotal: { amount: '5.700', currency: 'KWD' },
        ...plain,
      },
    ]);
    answer({ ok: true, value: placedOrder });
    await first;
    expect(useCheckout.getState().stage).toEqual({
      kind: 'watch',
      operationId: 'op',
      codesOffered: false,
      besidesPending: false,
      presence: presenceNow(),
    });
  });

  it('names the refused order in the new one after a consent', async () => {
    const buying = useCheckout.getState().buy(plain);
    answer({ ok: false, error: { code: 'allowed_debt_consent_required', operationId: 'refused-op' } });
    await buying;
    void useCheckout.getState().buy({ useAllowedDebt: true, besidesPending: false });
    expect(sent.at(-1)).toMatchObject({ useAllowedDebt: true, replaces: 'refused-op' });
  });

  it('keeps what was agreed to when the service asks for something else, and forgets it with another quantity', async () => {
    const answers = async (
      buying: Promise<void>,
      code: 'same_sale_pending' | 'allowed_debt_consent_required',
    ): Promise<void> => {
      answer({ ok: false, error: { code } });
      await buying;
    };
    await answers(useCheckout.getState().buy({}), 'same_sale_pending');
    const besides = useCheckout.getState().buy({ besidesPending: true });
    answer({ ok: true, value: placedOrder });
    await besides;
    useCheckout.getState().reopen({ ...placedOrder, state: 'refused' }, { code: 'allowed_debt_consent_required' });
    await answers(useCheckout.getState().buy({ useAllowedDebt: true }), 'same_sale_pending');
    expect(sent.at(-1)).toMatchObject({ useAllowedDebt: true, besidesPending: true, replaces: 'op' });
    useCheckout.getState().change({ reference: 'till 2' });
    await answers(useCheckout.getState().buy({}), 'same_sale_pending');
    expect(sent.at(-1)).toMatchObject({ useAllowedDebt: true, besidesPending: true });
    useCheckout.getState().reopen({ ...placedOrder, state: 'refused' }, { code: 'price_changed' });
    await answers(useCheckout.getState().buy({ useAllowedDebt: true, besidesPending: true }), 'same_sale_pending');
    useCheckout.getState().change({ quantity: 3 });
    void useCheckout.getState().buy({});
    expect(sent.at(-1)).toMatchObject({ quantity: 3, useAllowedDebt: false, besidesPending: false });
  });

  it('does not replace the other sale that is still pending', async () => {
    const buying = useCheckout.getState().buy(plain);
    answer({ ok: false, error: { code: 'same_sale_pending', operationId: 'other-op' } });
    await buying;
    void useCheckout.getState().buy({ useAllowedDebt: false, besidesPending: true });
    expect(sent.at(-1)).toEqual({
      walletId: 'wallet',
      cardId: 'card',
      quantity: 1,
      pricesRevision: 3,
      shownTotal: card.charge.price,
      useAllowedDebt: false,
      besidesPending: true,
    });
  });

  it('shows what the refused order was to cost, also where the catalogue has the new price already', () => {
    useCheckout.setState({ stage: { kind: 'empty' } });
    useCatalogue.setState({
      view: {
        walletId: 'wallet',
        categories: [],
        subcategories: [],
        pricesRevision: 3,
        cards: [{ ...card, charge: { price: { amount: '2.975', currency: 'KWD' }, source: 'cost' as const } }],
      },
    });
    useCheckout.getState().reopen({ ...placedOrder, state: 'refused' }, { code: 'price_changed' });
    expect(useCheckout.getState().stage).toMatchObject({
      kind: 'draft',
      quantity: 2,
      priceBefore: { amount: '2.850', currency: 'KWD' },
    });
  });

  it('reads the catalogue again when the price has changed, and sends the price it then shows', async () => {
    const buying = useCheckout.getState().buy(plain);
    answer({ ok: false, error: { code: 'price_changed', operationId: 'refused-op' } });
    await buying;
    expect(synced).toHaveBeenCalledOnce();
    const newPrice = { amount: '2.975', currency: 'KWD' };
    useCatalogue.setState({
      view: {
        walletId: 'wallet',
        categories: [],
        subcategories: [],
        pricesRevision: 3,
        cards: [{ ...card, charge: { price: newPrice, source: 'cost' as const } }],
      },
    });
    void useCheckout.getState().buy(plain);
    expect(sent.at(-1)).toMatchObject({ shownTotal: newPrice, replaces: 'refused-op' });
  });

  it('sends what the screen showed when Buy was pressed, though the catalogue has another price by now', () => {
    const shown = { quantity: 44, revision: 3, total: { amount: '125.400', currency: 'KWD' } };
    useCatalogue.setState({
      view: {
        walletId: 'wallet',
        categories: [],
        subcategories: [],
        pricesRevision: 3,
        cards: [{ ...card, charge: { price: { amount: '2.975', currency: 'KWD' }, source: 'cost' as const } }],
      },
    });
    void useCheckout.getState().buy({}, shown);
    expect(sent).toMatchObject([{ quantity: 44, pricesRevision: 3, shownTotal: shown.total }]);
  });

  it.each([null, 0])('sends nothing while %s is typed for a quantity', async (quantity) => {
    useCheckout.getState().change({ quantity });
    await useCheckout.getState().buy({});
    expect(sent).toEqual([]);
  });

  it('asks once more about a large sale, buys what it asked about, and asks anew for another sum', async () => {
    const asked = async (): Promise<void> => {
      const buying = useCheckout.getState().buy({});
      answer({ ok: false, error: { code: 'large_sale', field: 'quantity' } });
      await buying;
    };
    useCheckout.getState().change({ quantity: 44 });
    await asked();
    const { stage } = useCheckout.getState();
    expect(stage).toMatchObject({
      problem: { code: 'large_sale' },
      asked: { quantity: 44, total: { amount: '125.400' } },
    });
    useCheckout.getState().leaveQuestion();
    expect(useCheckout.getState().stage).not.toHaveProperty('problem');
    expect(useCheckout.getState().stage).not.toHaveProperty('asked');
    await asked();
    const confirmed = useCheckout.getState().buy({ largeConfirmed: true });
    expect(sent.at(-1)).toMatchObject({ quantity: 44, largeConfirmed: true });
    answer({ ok: false, error: { code: 'same_sale_pending', operationId: 'other-op' } });
    await confirmed;
    const besides = useCheckout.getState().buy({ besidesPending: true });
    expect(sent.at(-1)).toMatchObject({ largeConfirmed: true, besidesPending: true });
    answer({ ok: false, error: { code: 'price_changed' } });
    await besides;
    void useCheckout.getState().buy({});
    expect(sent.at(-1)).not.toHaveProperty('largeConfirmed');
  });

  it('sends nothing for a card that has lost its price', async () => {
    const priceless = {
      id: card.id,
      subcategoryId: card.subcategoryId,
      name: card.name,
      hasSpecialOffer: false,
      available: true,
    };
    useCatalogue.setState({
      view: { walletId: 'wallet', categories: [], subcategories: [], pricesRevision: 3, cards: [priceless] },
    });
    await useCheckout.getState().buy(plain);
    expect(sent).toEqual([]);
  });
});

describe('a price that changed', () => {
  const refused = (): OrderView => ({
    ...placedOrder,
    state: 'refused',
    wantedUntil: new Date(Date.now() + 60_000).toISOString(),
  });
  const changed = { code: 'price_changed' } as const;
  const answers = (cards: readonly object[], pricesRevision = 4) => ({
    ok: true,
    value: { walletId: 'wallet', categories: [], subcategories: [], readAt: 'now', pricesRevision, cards },
  });
  const dearer = { ...card, charge: { price: { amount: '2.975', currency: 'KWD' }, source: 'cost' as const } };
  const turns = () => new Promise((resolve) => setTimeout(resolve));
  const serve = (result: unknown): void => {
    Object.assign(window.counter?.catalogue ?? {}, {
      sync: () => Promise.resolve(result),
      read: () => Promise.resolve(result),
    });
  };
  let read: (fresh: unknown) => void;
  const gives = (fresh: object) => ({ ok: true, value: { card: fresh, pricesRevision: 3 } });
  /** Buys as a person does, and is left with the watch of the order. */
  const bought = async (): Promise<void> => {
    Object.assign(window.counter?.catalogue ?? {}, {
      freshCard: () =>
        new Promise((resolve) => {
          read = resolve;
        }),
    });
    useCheckout.getState().change({ quantity: 2 });
    const buying = useCheckout.getState().buy({});
    answer({ ok: true, value: placedOrder });
    await buying;
    sent = [];
  };
  const asksPerson = (): void => {
    expect(sent).toEqual([]);
    const { stage } = useCheckout.getState();
    expect(stage).toMatchObject({ kind: 'draft', priceBefore: { amount: '2.850' }, problem: changed, replaces: 'op' });
    expect(stage).not.toHaveProperty('isRenewing');
  };
  beforeEach(() => {
    usePageState.setState({ locked: false, person: null });
    useView.setState({ area: 'sell' });
  });

  it('for the shop alone is bought by itself, once, in the place of the refused order, by the one card', async () => {
    await bought();
    useCheckout.getState().reopen(refused(), changed, true);
    expect(useCheckout.getState().stage).toMatchObject({ isRenewing: true });
    read(gives(card));
    await turns();
    expect(sent).toMatchObject([{ shownTotal: { amount: '5.700' }, replaces: 'op', afterPriceChange: true }]);
    const second = { ...refused(), operationId: 'second', replaces: 'op' };
    answer({ ok: true, value: second });
    await turns();
    expect(useCheckout.getState().stage).toMatchObject({ kind: 'watch', operationId: 'second' });
    expect(useCheckout.getState().stage).not.toHaveProperty('presence');
    expect(synced).not.toHaveBeenCalled();
    useCheckout.getState().reopen(second, changed, true);
    await turns();
    expect(sent).toHaveLength(1);
    expect(useCheckout.getState().stage).toMatchObject({ kind: 'draft', problem: changed, replaces: 'second' });
  });

  it.each([
    ['the customer pays more', gives(dearer)],
    ['it cannot be read', { ok: false, error: { code: 'service_unreachable' } }],
    ['the card has lost its price', gives({ ...card, charge: undefined })],
  ])('asks the person where %s', async (_what, result) => {
    await bought();
    useCheckout.getState().reopen(refused(), changed, true);
    read(result);
    await turns();
    asksPerson();
  });

  const departures = [
    ['it was locked', () => usePageState.setState({ locked: true })],
    ['another person came', () => usePageState.setState({ person: 'mona' })],
    ['selling was left', () => useView.getState().go('orders')],
    ['an order was opened', () => useView.getState().openOrder('other')],
  ] as const;

  it.each(departures)('asks the person where %s before the refusal, though all is as before', async (_what, depart) => {
    await bought();
    depart();
    usePageState.setState({ locked: false, person: null });
    useView.setState({ area: 'sell' });
    useCheckout.getState().reopen(refused(), changed, true);
    await turns();
    asksPerson();
  });

  it.each(departures)('asks the person where %s while the card is read', async (_what, depart) => {
    await bought();
    useCheckout.getState().reopen(refused(), changed, true);
    depart();
    read(gives(card));
    await turns();
    asksPerson();
  });

  it.each([
    ['nobody saw the refusal come', {}, false],
    ['it is wanted no longer', { wantedUntil: '2026-11-21T08:10:00Z' }, true],
    ['it was a new try itself', { replaces: 'before' }, true],
  ])('asks the person where %s', async (_what, part, watched) => {
    await bought();
    useCheckout.getState().reopen({ ...refused(), ...part }, changed, watched);
    await turns();
    asksPerson();
  });

  it('asks the person after the page came back to the sale', async () => {
    await bought();
    useCheckout.setState({ stage: { kind: 'watch', operationId: 'op', codesOffered: true, besidesPending: false } });
    useCheckout.getState().reopen(refused(), changed, true);
    await turns();
    asksPerson();
  });

  it('asks the person with what the service said where main allows no try without one', async () => {
    await bought();
    useCheckout.getState().reopen(refused(), changed, true);
    read(gives(card));
    await turns();
    expect(sent).toHaveLength(1);
    answer({ ok: false, error: { code: 'not_allowed', field: 'afterPriceChange' } });
    await turns();
    sent = [];
    asksPerson();
    void useCheckout.getState().buy({});
    expect(sent.at(-1)).not.toHaveProperty('afterPriceChange');
  });

  it.each([
    ['took back', () => useCheckout.getState().clear()],
    ['changed the quantity of', () => useCheckout.getState().change({ quantity: 3 })],
    ['typed a reference for', () => useCheckout.getState().change({ reference: '' })],
  ])('buys nothing that the person %s meanwhile', async (_what, act) => {
    await bought();
    useCheckout.getState().reopen(refused(), changed, true);
    act();
    read(gives(card));
    await turns();
    expect(sent).toEqual([]);
  });

  it('stops at the draft where a person opens the refused order again, also at the price of before', async () => {
    await bought();
    useOrders.setState({ byId: { op: { ...refused(), refusal: changed } } });
    expect(askAgain({ ...refused(), refusal: changed })).toBe(true);
    await turns();
    asksPerson();
  });

  it('by rules that give the same is placed again by the new ones, and asks at another total', async () => {
    serve(answers([card], 5));
    const buying = useCheckout.getState().buy(plain);
    answer({ ok: false, error: { code: 'charge_changed', field: 'shownTotal' } });
    await turns();
    expect(sent.map(({ pricesRevision }) => pricesRevision)).toEqual([3, 5]);
    answer({ ok: true, value: placedOrder });
    await buying;
    useCheckout.getState().clear();
    useCheckout.getState().choose('wallet', card);
    serve(answers([dearer], 6));
    const again = useCheckout.getState().buy(plain);
    answer({ ok: false, error: { code: 'charge_changed', field: 'shownTotal' } });
    await again;
    expect(sent).toHaveLength(3);
    expect(useCheckout.getState().stage).toMatchObject({ problem: { code: 'charge_changed' } });
  });
});

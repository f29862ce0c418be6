import Big from 'big.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDispatch } from '../../../../../src-main/app/calls/registrar.ts';
import { err } from '../../../../../src-main/core/result.ts';
import { totalOf } from '../../../../../src-renderer/base/money/total.ts';
import { mostBasketLines } from '../../../../../src-shared/contract/choices.ts';
import type { CallInput, CatalogueView } from '../../../../../src-shared/contract/schemas.ts';
import { startService, type Service } from '../../enrolment/service.ts';
import { value } from '../../orders/till.ts';
import { enrolledApp, settled, type HostParts } from '../counter-app.ts';
import { comes, pins, staffedShop } from '../staffed-shop.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ activation: 'automatic' });
});
afterAll(() => service.stop());

type Basket = CallInput<'orders', 'buyBasket'>;
type Line = Basket['lines'][number];

function sumOf(lines: readonly Line[]): Basket['shownTotals'] {
  const sums = new Map<string, Big>();
  for (const { amount, currency } of lines.map(({ shownTotal }) => shownTotal))
    sums.set(currency, (sums.get(currency) ?? new Big(0)).plus(amount));
  return [...sums].map(([currency, sum]) => ({ amount: sum.toFixed(), currency }));
}

function withLines(basket: Basket, lines: readonly Line[]): Basket {
  return { ...basket, lines: [...lines], shownTotals: sumOf(lines) };
}

/** So many cards of each of the first kinds that can be sold, as the screen shows them now. */
async function aBasket({ app: { handlers } }: Pick<HostParts, 'app'>, quantities: readonly number[]): Promise<Basket> {
  const [wallet] = value(await handlers.wallets.list({})).items;
  const walletId = wallet?.id ?? '';
  const { cards, pricesRevision }: CatalogueView = value(await handlers.catalogue.sync({ walletId }));
  const sold = cards.filter(({ available, charge }) => available && charge !== undefined);
  const lines = quantities.map((quantity, index): Line => {
    const { id: cardId = '', charge } = sold[index] ?? {};
    const { amount = '', currency = '' } = charge?.price ?? {};
    const shownTotal = { amount: totalOf(amount, quantity), currency };
    return { walletId, cardId, quantity, shownTotal, besidesPending: true };
  });
  return { lines, pricesRevision, shownTotals: sumOf(lines) };
}

function lineOf({ lines }: Basket, number: number): Line {
  const line = lines[number];
  if (line === undefined) throw new Error('no such line');
  return line;
}

describe('a basket', () => {
  it('buys every line, shows all codes in one frame and keeps the lines together', async () => {
    const shop = await enrolledApp(service);
    const { handlers } = shop.app;
    const asked = await aBasket(shop, [2, 2, 1]);
    const { basket, orders } = value(await handlers.orders.buyBasket({ ...asked, externalReference: 'TABLE 4' }));
    expect(orders.map(({ cardId, quantity }) => ({ cardId, quantity }))).toEqual(
      asked.lines.map(({ cardId, quantity }) => ({ cardId, quantity })),
    );
    expect(orders.map((order) => order.basket)).toEqual([0, 1, 2].map((line) => ({ id: basket, line })));
    const operationIds = orders.map(({ operationId }) => operationId);
    expect(new Set(operationIds).size).toBe(3);
    const bought = await Promise.all(operationIds.map((operationId) => settled(shop, operationId)));
    expect(bought.map(({ charge }) => charge.total)).toEqual(asked.lines.map(({ shownTotal }) => shownTotal));
    expect(bought.map(({ externalReference }) => externalReference)).toEqual(['TABLE 4', 'TABLE 4', 'TABLE 4']);
    const shown = value(await handlers.reveals.showSeveral({ operationIds }));
    expect(shown.shown).toEqual(operationIds.map((operationId, line) => ({ operationId, cards: [2, 2, 1][line] })));
    expect(shown.failed).toEqual([]);
    expect(shown.cards.map(({ soldCardId }) => soldCardId)).toEqual(
      bought.flatMap(({ codes }) => codes.map(({ soldCardId }) => soldCardId)),
    );
    const handedOver = value(await handlers.reveals.handOverSeveral({ operationIds })).orders;
    expect(handedOver.map((order) => [order.operationId, order.codesState])).toEqual(
      operationIds.map((operationId) => [operationId, 'handedOver']),
    );
  });

  it('is on one receipt with one number, and on none with the order of another customer', async () => {
    const shop = await enrolledApp(service);
    const { handlers } = shop.app;
    const { orders } = value(await handlers.orders.buyBasket(await aBasket(shop, [1, 2])));
    const { orders: others } = value(await handlers.orders.buyBasket(await aBasket(shop, [3])));
    await Promise.all([...orders, ...others].map(({ operationId }) => settled(shop, operationId)));
    const [first, second] = orders.map(({ saleNumber }) => saleNumber);
    expect(first).toBeTypeOf('string');
    expect(second).toBe(first);
    expect(others[0]?.saleNumber).not.toBe(first);
    const operationIds = orders.map(({ operationId }) => operationId);
    const preview = (ids: string[]) =>
      handlers.receipts.preview({ operationIds: ids, language: 'en', withCodes: false });
    const page = shop.app.page(value(await preview(operationIds)).frame);
    for (const { cardName } of orders) expect(page?.html).toContain(cardName?.en ?? '');
    const mixed = [...operationIds, ...others.map(({ operationId }) => operationId)];
    expect(await preview(mixed)).toEqual(err({ code: 'input_invalid', field: 'operationIds' }));
  });

  it('counts every line in the day', async () => {
    const shop = await enrolledApp(service);
    const { handlers } = shop.app;
    const { orders } = value(await handlers.orders.buyBasket(await aBasket(shop, [2, 1])));
    await Promise.all(orders.map(({ operationId }) => settled(shop, operationId)));
    const { totals } = value(await handlers.day.x({}));
    expect([totals.sales, totals.cards]).toEqual([2, 3]);
  });

  it('takes nothing that is not as it was shown, and names the line', async () => {
    const shop = await enrolledApp(service);
    const { handlers } = shop.app;
    const bugs: unknown[] = [];
    const call = (input: unknown) =>
      createDispatch(handlers, (error) => bugs.push(error))('orders', 'buyBasket', input);
    const asked = await aBasket(shop, [2, 1]);
    const [first, second] = [lineOf(asked, 0), lineOf(asked, 1)];
    const invalid = (field: string) => err({ code: 'input_invalid', field });
    const changed = (change: Partial<Line>) => withLines(asked, [first, { ...second, ...change }]);
    expect(await call({ ...asked, lines: [] })).toEqual(invalid('lines'));
    for (const count of [mostBasketLines + 1, 1000])
      expect(await call({ ...asked, lines: Array.from({ length: count }, () => first) })).toEqual(invalid('lines'));
    expect(await call({ ...asked, lines: [first, { ...second, quantity: 0 }] })).toEqual(invalid('lines.1.quantity'));
    expect(await call({ ...asked, lines: [first, { ...second, cost: '1' }] })).toEqual(invalid('lines.1.cost'));
    expect(await call(changed({ quantity: 10_001 }))).toEqual(invalid('lines.1.quantity'));
    expect(await call(withLines(asked, [first, second, first]))).toEqual(invalid('lines.2.cardId'));
    expect(await call({ ...asked, externalReference: 'تمر' })).toEqual(invalid('lines.0.reference'));
    expect(await call(changed({ cardId: first.walletId }))).toEqual(
      err({ code: 'price_changed', field: 'lines.1.cardId' }),
    );
    expect(await call({ ...asked, pricesRevision: asked.pricesRevision + 1 })).toMatchObject({
      error: { code: 'charge_changed', field: 'lines.0.shownTotal' },
    });
    const cheap = { ...second.shownTotal, amount: '0.001' };
    expect(await call(changed({ shownTotal: cheap }))).toEqual(
      err({
        code: 'charge_changed',
        field: 'lines.1.shownTotal',
        prices: { shown: cheap, now: second.shownTotal },
      }),
    );
    const [total = cheap] = asked.shownTotals;
    const totals = [[{ ...total, amount: '1' }], [{ ...total, currency: 'XXX' }], [total, total]];
    for (const shownTotals of totals)
      expect(await call({ ...asked, shownTotals })).toEqual(err({ code: 'charge_changed', field: 'shownTotals' }));
    expect(value(await handlers.orders.list({ show: 'all' })).items).toEqual([]);
    expect(bugs).toEqual([]);
  });

  it('takes each currency once in what it comes to, and none in the place of another', async () => {
    const shop = await enrolledApp(service);
    const { orders, prices } = shop.app.handlers;
    const found = await aBasket(shop, [1, 1]);
    const { cardId } = lineOf(found, 1);
    value(await prices.setRate({ from: lineOf(found, 0).shownTotal.currency, to: 'USD', rate: '3' }));
    const rule = { target: { kind: 'card', id: cardId }, form: { kind: 'fixed', amount: '900' } } as const;
    value(await prices.setRule({ ...rule, currency: 'USD', rounding: null, allowBelowCost: false }));
    const asked = await aBasket(shop, [1, 1]);
    const [first, second] = asked.shownTotals;
    expect(second?.currency).toBe('USD');
    const twice = first === undefined ? [] : [first, first];
    expect(await orders.buyBasket({ ...asked, shownTotals: twice })).toEqual(
      err({ code: 'charge_changed', field: 'shownTotals' }),
    );
    value(await orders.buyBasket({ ...asked, largeConfirmed: true }));
  });

  it('asks once more where all lines together are large, and not where a person said that they are meant', async () => {
    const shop = await enrolledApp(service);
    const { handlers } = shop.app;
    value(await handlers.preferences.change({ askAboveCards: 3 }));
    const asked = await aBasket(shop, [2, 2]);
    expect(await handlers.orders.buyBasket(asked)).toEqual(err({ code: 'large_sale', field: 'lines' }));
    const { currency } = lineOf(asked, 0).shownTotal;
    value(await handlers.preferences.change({ askAboveCards: 9, askAboveAmount: { [currency]: '0.001' } }));
    expect(await handlers.orders.buyBasket(asked)).toEqual(err({ code: 'large_sale', field: 'shownTotals' }));
    expect((await handlers.orders.buyBasket({ ...asked, largeConfirmed: true })).ok).toBe(true);
  });

  it('counts a new try of a line with the other lines, for who presses Buy and for a manager’s word', async () => {
    const shop = await staffedShop(service);
    const { orders, preferences } = shop.app.handlers;
    value(await preferences.change({ askAboveCards: 4 }));
    const asked = await aBasket(shop, [2, 2]);
    shop.plug.connected = false;
    const [, second] = value(await orders.buyBasket(asked)).orders;
    const replaces = second?.operationId ?? '';
    await settled(shop, replaces, 'intended');
    value(await orders.cancel({ operationId: replaces }));
    const { pricesRevision } = asked;
    const line = lineOf(asked, 1);
    const price = new Big(line.shownTotal.amount).div(line.quantity);
    const tried = (quantity: number, part: object = {}) => {
      const shownTotal = { ...line.shownTotal, amount: price.times(quantity).toFixed() };
      const sale = { ...line, quantity, shownTotal, pricesRevision, useAllowedDebt: false, replaces };
      return orders.place({ ...sale, ...part });
    };
    expect(await tried(3)).toEqual(err({ code: 'large_sale', field: 'quantity' }));
    await comes(shop, 'cashier');
    expect(await tried(3)).toMatchObject({ error: { code: 'approval_required', approval: { kinds: ['largeSale'] } } });
    await comes(shop, 'manager');
    const third = value(await tried(3, { largeConfirmed: true }));
    await settled(shop, third.operationId, 'intended');
    value(await orders.cancel({ operationId: third.operationId }));
    value(await orders.place({ ...line, pricesRevision, useAllowedDebt: false, replaces: third.operationId }));
  });

  it('asks about the same sale outside it by its line, and about none of its own', async () => {
    const shop = await enrolledApp(service);
    const { handlers } = shop.app;
    const asked = await aBasket(shop, [2, 1]);
    const asking = withLines(
      asked,
      asked.lines.map((line) => ({ ...line, besidesPending: false })),
    );
    const { orders } = value(await handlers.orders.buyBasket(asking));
    const [, second] = orders;
    await Promise.all(orders.map(({ operationId }) => settled(shop, operationId)));
    const other = withLines(asking, [lineOf(asking, 1)]);
    expect(await handlers.orders.buyBasket(other)).toEqual(
      err({
        code: 'same_sale_pending',
        detail: 'codes_not_shown',
        field: 'lines.0',
        operationId: second?.operationId ?? '',
      }),
    );
  });

  it('hands over what came where the cost of a line changed, and tries each such line again once', async () => {
    const shop = await enrolledApp(service);
    const { handlers } = shop.app;
    const first = await aBasket(shop, [1, 1, 1]);
    // The customer pays a price of the shop's own for two of them: a new cost changes nothing for them.
    for (const { cardId, shownTotal } of first.lines.slice(1)) {
      const amount = new Big(shownTotal.amount).times(4).toFixed();
      const rule = { target: { kind: 'card', id: cardId }, form: { kind: 'fixed', amount } } as const;
      const more = { currency: shownTotal.currency, rounding: null, allowBelowCost: false };
      value(await handlers.prices.setRule({ ...rule, ...more }));
    }
    const asked = await aBasket(shop, [1, 1, 1]);
    const [kept, , last] = asked.lines;
    try {
      await service.control('/prices', { all: true, factor: 1.5 });
      const { orders } = value(await handlers.orders.buyBasket(asked));
      const refused = await Promise.all(orders.map(({ operationId }) => settled(shop, operationId, 'refused')));
      expect(refused.map(({ refusal }) => refusal?.code)).toEqual(Array.from({ length: 3 }, () => 'price_changed'));
      const again = async (number: number) => {
        const { cardId, walletId, quantity, shownTotal, besidesPending } = lineOf(asked, number);
        const { pricesRevision } = value(await handlers.catalogue.freshCard({ walletId, cardId }));
        const sale = { cardId, walletId, quantity, shownTotal, besidesPending, pricesRevision, useAllowedDebt: false };
        const replaces = refused[number]?.operationId ?? '';
        return handlers.orders.place({ ...sale, replaces, afterPriceChange: true });
      };
      for (const number of [2, 1]) {
        const tried = value(await again(number));
        expect(tried.basket).toEqual(orders[number]?.basket);
        await settled(shop, tried.operationId);
      }
      expect(await again(2)).toMatchObject({ error: { code: 'not_allowed' } });
      // Its customer would pay more: that is for a person.
      expect(await again(0)).toMatchObject({ error: { code: 'charge_changed' } });
      expect([kept?.quantity, last?.quantity]).toEqual([1, 1]);
    } finally {
      await service.control('/prices', { all: true, factor: 1 });
    }
  });

  it('tries nothing again by itself once the counter was locked', async () => {
    const shop = await enrolledApp(service);
    const { handlers } = shop.app;
    const asked = await aBasket(shop, [1]);
    const { orders } = value(await handlers.orders.buyBasket(asked));
    await shop.app.lock();
    value(await handlers.screen.unlock({}));
    const { cardId, walletId, quantity, shownTotal } = lineOf(asked, 0);
    const { pricesRevision } = asked;
    const sale = {
      cardId,
      walletId,
      quantity,
      shownTotal,
      pricesRevision,
      useAllowedDebt: false,
      besidesPending: true,
    };
    const replaces = orders[0]?.operationId ?? '';
    expect(await handlers.orders.place({ ...sale, replaces, afterPriceChange: true })).toEqual(
      err({ code: 'not_allowed', field: 'afterPriceChange' }),
    );
  });

  it('stays within a cashier’s limit of one sale with every new try of a line', async () => {
    const shop = await staffedShop(service);
    const { orders, limits, catalogue } = shop.app.handlers;
    const found = await aBasket(shop, [2, 2]);
    const { walletId } = lineOf(found, 0);
    const { cards } = value(await catalogue.read({ walletId }));
    const costOf = (line: Line) => new Big(cards.find(({ id }) => id === line.cardId)?.unitPrice?.amount ?? 0);
    const asked = withLines(
      found,
      found.lines.toSorted((a, b) => costOf(b).cmp(costOf(a))),
    );
    const [kept, again] = [lineOf(asked, 0), lineOf(asked, 1)];
    const sale = costOf(kept).plus(costOf(again)).times(2).toFixed(3);
    const currency = cards.find(({ id }) => id === kept.cardId)?.unitPrice?.currency ?? '';
    value(await limits.set({ currency, sale, shift: null, card: null }));
    await comes(shop, 'cashier');
    shop.plug.connected = false;
    const [, second] = value(await orders.buyBasket(asked)).orders;
    const replaces = second?.operationId ?? '';
    await settled(shop, replaces, 'intended');
    value(await orders.cancel({ operationId: replaces }));
    const { pricesRevision } = asked;
    const tried = (quantity: number) => {
      const shownTotal = {
        ...again.shownTotal,
        amount: new Big(again.shownTotal.amount).div(2).times(quantity).toFixed(),
      };
      return orders.place({ ...again, quantity, shownTotal, pricesRevision, useAllowedDebt: false, replaces });
    };
    expect(await tried(3)).toMatchObject({ error: { code: 'limit_exceeded', approval: { kinds: ['saleLimit'] } } });
    value(await tried(2));
  });

  it('takes a price of its own for a line with a manager’s word for that very basket', async () => {
    const shop = await staffedShop(service);
    const { orders } = shop.app.handlers;
    const found = await aBasket(shop, [1, 1]);
    const [first, second] = [lineOf(found, 0), lineOf(found, 1)];
    const otherPrice = new Big(second.shownTotal.amount).plus(1).toFixed();
    const shownTotal = { ...second.shownTotal, amount: otherPrice };
    const asked = withLines(found, [first, { ...second, otherPrice, shownTotal }]);
    const equal = { ...second, shownTotal: second.shownTotal };
    await comes(shop, 'cashier');
    const refused = await orders.buyBasket(asked);
    expect(refused).toMatchObject({ error: { code: 'approval_required', approval: { kinds: ['otherCharge'] } } });
    const id = refused.ok ? '' : (refused.error.approval?.id ?? '');
    const approval = { id, by: shop.ids.manager, pin: pins.manager };
    const more = withLines(asked, [first, { ...second, otherPrice: '9999', shownTotal }]);
    expect(await orders.buyBasket({ ...more, approval })).toMatchObject({ error: { code: 'approval_void' } });
    expect(await orders.buyBasket({ ...withLines(asked, [first, { ...second, otherPrice: 'free' }]) })).toMatchObject({
      error: { code: 'input_invalid', field: 'lines.1.otherPrice' },
    });
    const bought = value(await orders.buyBasket({ ...asked, approval })).orders;
    expect(bought.map(({ charge }) => charge.total)).toEqual([first.shownTotal, shownTotal]);
    await comes(shop, 'manager');
    const two = withLines(asked, [{ ...second, otherPrice, shownTotal }, equal]);
    expect(value(await orders.buyBasket(two)).orders).toHaveLength(2);
    const [own] = two.lines;
    const same = await orders.buyBasket(withLines(two, own === undefined ? [] : [own, own]));
    expect(same).toMatchObject({ error: { code: 'input_invalid', field: 'lines.1.cardId' } });
  });

  it('shows a cashier no cost, and sells nothing to an auditor', async () => {
    const shop = await staffedShop(service);
    const { handlers } = shop.app;
    await comes(shop, 'cashier');
    const { orders } = value(await handlers.orders.buyBasket(await aBasket(shop, [1, 1])));
    expect(orders.map(({ total, charge }) => [total, charge.margin])).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ]);
    await Promise.all(orders.map(({ operationId }) => settled(shop, operationId)));
    await comes(shop, 'auditor');
    const operationIds = orders.map(({ operationId }) => operationId);
    const { walletId, cardId, shownTotal } = { ...orders[0], shownTotal: { amount: '1', currency: 'KWD' } };
    const lines = [{ walletId: walletId ?? '', cardId: cardId ?? '', quantity: 1, shownTotal, besidesPending: true }];
    const basket = { lines, pricesRevision: 0, shownTotals: [shownTotal] };
    const denied = { error: { code: 'role_required' } };
    expect(await handlers.orders.buyBasket(basket)).toMatchObject(denied);
    expect(await handlers.reveals.showSeveral({ operationIds })).toMatchObject(denied);
  });
});

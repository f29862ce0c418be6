import Big from 'big.js';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createDispatch } from '../../../../../src-main/app/calls/registrar.ts';
import { err } from '../../../../../src-main/core/result.ts';
import type { PriceListView } from '../../../../../src-shared/contract/prices.ts';
import { roles, type Role } from '../../../../../src-shared/contract/roles.ts';
import type { CallInput, CatalogueView } from '../../../../../src-shared/contract/schemas.ts';
import { tempFolder } from '../../../../support/temp.ts';
import { startService, type Service } from '../../enrolment/service.ts';
import { value } from '../../orders/till.ts';
import { appInTest, aSale, enrolledApp, settled, type HostParts } from '../counter-app.ts';
import { staffedShop } from '../staffed-shop.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ activation: 'automatic' });
});
afterAll(() => service.stop());

type Sale = CallInput<'orders', 'place'>;
type Rule = CallInput<'prices', 'setRule'>;
type Card = CatalogueView['cards'][number];

const pin = '73519462';

async function shown({ app }: Pick<HostParts, 'app'>, sale: Sale): Promise<Card & { readonly revision: number }> {
  const { cards, pricesRevision } = value(await app.handlers.catalogue.read({ walletId: sale.walletId }));
  const card = cards.find(({ id }) => id === sale.cardId);
  if (card === undefined) throw new Error('no such card');
  return { ...card, revision: pricesRevision };
}

/** A rule for the card of a sale: so much on the cost, in the wallet's currency. */
function ruleFor({ cardId, shownTotal }: Sale, percent: string): Rule {
  return {
    target: { kind: 'card', id: cardId },
    form: { kind: 'percent', percent },
    currency: shownTotal.currency,
    rounding: null,
    allowBelowCost: false,
  };
}

/** The sale as the screen would send it now. */
async function asShown(shop: Pick<HostParts, 'app'>, sale: Sale): Promise<Sale> {
  const { charge, revision } = await shown(shop, sale);
  if (charge === undefined) throw new Error('no charge');
  const { amount, currency } = charge.price;
  const decimals = (amount.split('.')[1] ?? '').length;
  const total = new Big(amount).times(sale.quantity).toFixed(decimals);
  return { ...sale, pricesRevision: revision, shownTotal: { amount: total, currency } };
}

describe('a shop without people', () => {
  it('charges by its rules, keeps that with the order, and sends the service its own price', async () => {
    const shop = await enrolledApp(service);
    const { handlers } = shop.app;
    const sale = await aSale(shop.app);
    const before = await shown(shop, sale);
    value(await handlers.prices.setRule(ruleFor(sale, '50')));
    const { charge, unitPrice } = await shown(shop, sale);
    const cost = new Big(unitPrice?.amount ?? 0);
    expect(before.unitPrice).toEqual(unitPrice);
    expect(new Big(charge?.price.amount ?? 0).gte(cost.times('1.5'))).toBe(true);
    expect(charge?.source).toBe('rule');
    const sold = await asShown(shop, sale);
    const { operationId } = value(await handlers.orders.place(sold));
    const order = await settled(shop, operationId);
    expect(order.charge).toMatchObject({ total: sold.shownTotal, source: 'rule' });
    expect(order.total?.amount).toBe(cost.times(sale.quantity).toFixed(3));
    expect(new Big(order.charge.margin ?? 0).eq(new Big(sold.shownTotal.amount).minus(order.total?.amount ?? 0))).toBe(
      true,
    );
    const { timeline } = value(await handlers.orders.read({ operationId }));
    expect(timeline[0]?.facts).toMatchObject({ total: sold.shownTotal.amount, currency: sold.shownTotal.currency });
  });

  it('sells nothing at another price than the screen showed, and says both', async () => {
    const shop = await enrolledApp(service);
    const { handlers } = shop.app;
    const sale = await aSale(shop.app);
    value(await handlers.prices.setRule(ruleFor(sale, '10')));
    const now = await asShown(shop, sale);
    const changed = (shownTotal: Sale['shownTotal']) =>
      err({ code: 'charge_changed', field: 'shownTotal', prices: { shown: shownTotal, now: now.shownTotal } });
    expect(await handlers.orders.place(sale)).toEqual(changed(sale.shownTotal));
    const wrong = { ...now.shownTotal, amount: '0.5' };
    expect(await handlers.orders.place({ ...now, shownTotal: wrong })).toEqual(changed(wrong));
    const foreign = { ...now.shownTotal, currency: 'XXX' };
    expect(await handlers.orders.place({ ...now, shownTotal: foreign })).toEqual(changed(foreign));
    // The same total by older prices, or by some that are not yet.
    for (const pricesRevision of [sale.pricesRevision, now.pricesRevision + 1])
      expect(await handlers.orders.place({ ...now, pricesRevision })).toEqual(changed(now.shownTotal));
    expect(value(await handlers.orders.list({ show: 'all' })).items).toEqual([]);
    await settled(shop, value(await handlers.orders.place(now)).operationId);
  });

  it('goes on at a cost that changed within the margin, by the service’s own price, and says any other change', async () => {
    const shop = await enrolledApp(service);
    const { handlers } = shop.app;
    const sale = await aSale(shop.app);
    const price = new Big((await shown(shop, sale)).unitPrice?.amount ?? 0).times(2).toFixed(2);
    value(await handlers.prices.setRule({ ...ruleFor(sale, '0'), form: { kind: 'fixed', amount: price } }));
    const sold = await asShown(shop, sale);
    try {
      await service.control('/prices', { all: true, factor: 1.5 });
      const { operationId } = value(await handlers.orders.place(sold));
      const refused = await settled(shop, operationId, 'refused');
      expect(refused.refusal).toMatchObject({ code: 'price_changed' });
      const before = await shown(shop, sale);
      value(await handlers.catalogue.freshCard({ walletId: sale.walletId, cardId: sale.cardId }));
      expect((await shown(shop, sale)).unitPrice).not.toEqual(before.unitPrice);
      // The same total is on the screen: nobody is asked, and the cost is the new one.
      expect(await asShown(shop, sale)).toEqual(sold);
      const fresh = value(await handlers.catalogue.freshCard({ walletId: sale.walletId, cardId: sale.cardId }));
      expect(fresh.card).toEqual((({ revision: _, ...card }) => card)(await shown(shop, sale)));
      const again = { ...sold, replaces: operationId, afterPriceChange: true } as const;
      const second = value(await handlers.orders.place(again));
      expect(second.wantedUntil).toBe(refused.wantedUntil);
      const bought = await settled(shop, second.operationId);
      expect(bought).toMatchObject({ charge: { total: sold.shownTotal }, replaces: operationId });
      expect(new Big(bought.total?.amount ?? 0).gt(refused.total?.amount ?? 0)).toBe(true);
      // Now it costs more than that: the rule may not go below, and the customer has to hear of it.
      await service.control('/prices', { all: true, factor: 3 });
      value(await handlers.catalogue.sync({ walletId: sale.walletId }));
      const dearer = await asShown(shop, sale);
      expect(await handlers.orders.place(sold)).toEqual(
        err({
          code: 'charge_changed',
          field: 'shownTotal',
          prices: { shown: sold.shownTotal, now: dearer.shownTotal },
        }),
      );
      expect(new Big(dearer.shownTotal.amount).gt(sold.shownTotal.amount)).toBe(true);
    } finally {
      await service.control('/prices', { all: true, factor: 1 });
    }
  });

  it('charges in another currency by the rate that was entered, with the decimals of that currency', async () => {
    const shop = await enrolledApp(service);
    const { handlers } = shop.app;
    const sale = await aSale(shop.app);
    const missing = { kind: 'rate', from: sale.shownTotal.currency, to: 'JPY' };
    expect(value(await handlers.prices.setRule({ ...ruleFor(sale, '0'), currency: 'JPY' })).rules).toMatchObject([
      { missing },
    ]);
    expect(value(await handlers.prices.read({})).rules).toMatchObject([{ missing }]);
    expect((await shown(shop, sale)).charge).toMatchObject({ notByRule: 'rate_missing' });
    const rated = await handlers.prices.setRate({ from: sale.shownTotal.currency, to: 'JPY', rate: '487.5' });
    expect(value(rated).rules[0]).not.toHaveProperty('missing');
    const { charge, unitPrice } = await shown(shop, sale);
    expect(charge).toMatchObject({ source: 'rule', price: { currency: 'JPY' } });
    expect(charge?.price.amount).toBe(new Big(unitPrice?.amount ?? 0).times('487.5').round(0, Big.roundUp).toFixed(0));
    const sold = { ...(await asShown(shop, sale)), largeConfirmed: true };
    const { operationId } = value(await handlers.orders.place(sold));
    const order = await settled(shop, operationId);
    expect(order.charge.total.currency).toBe('JPY');
    expect(order.total?.currency).toBe(sale.shownTotal.currency);
  });

  it('counts with a face value only once it was entered, and keeps who changed what', async () => {
    const shop = await enrolledApp(service);
    const { prices } = shop.app.handlers;
    const sale = await aSale(shop.app);
    const { currency } = sale.shownTotal;
    const rule: Rule = { ...ruleFor(sale, '2'), form: { kind: 'amount', amount: '1', on: 'faceValue' } };
    const { rules: lacking } = value(await prices.setRule(rule));
    expect(lacking).toMatchObject([{ missing: { kind: 'faceValue' } }]);
    expect((await shown(shop, sale)).charge).toMatchObject({ notByRule: 'face_value_missing' });
    value(await prices.setFaceValue({ card: sale.cardId, amount: '5000', currency }));
    expect(Number((await shown(shop, sale)).charge?.price.amount)).toBe(5001);
    const { rules } = value(await prices.read({}));
    value(await prices.removeRule({ id: rules[0]?.id ?? '' }));
    const { items, hasMore } = value(await prices.history({}));
    expect(items.map(({ at: _, ...change }) => change)).toEqual([
      { kind: 'ruleRemoved', rule },
      { kind: 'faceValueSet', faceValue: { card: sale.cardId, amount: '5000', currency } },
      { kind: 'ruleSet', rule },
    ]);
    expect(hasMore).toBe(false);
  });

  it('names what is wrong with a rule, and changes nothing', async () => {
    const shop = await enrolledApp(service);
    const { prices } = shop.app.handlers;
    const rule = ruleFor(await aSale(shop.app), '5');
    const wrong: readonly (readonly [string, Rule])[] = [
      ['card', { ...rule, target: { kind: 'card', id: '' } }],
      ['percent', { ...rule, form: { kind: 'percent', percent: '5,5' } }],
      ['currency', { ...rule, currency: 'dinars of Kuwait' }],
      ['fixed', { ...rule, form: { kind: 'fixed', amount: '0' } }],
      ['step', { ...rule, rounding: { step: '0.00001', mode: 'up' } }],
      ['allow-below-cost', { ...rule, form: { kind: 'amount', amount: '-1' } }],
      ['allow-below-cost', { ...rule, form: { kind: 'percent', percent: '-1', on: 'cost' } }],
    ];
    for (const [field, input] of wrong)
      expect(await prices.setRule(input)).toEqual(err({ code: 'input_invalid', field }));
    expect(await prices.setRate({ from: 'KWD', to: 'KWD', rate: '1' })).toEqual(
      err({ code: 'input_invalid', field: 'to' }),
    );
    expect(value(await prices.read({})).revision).toBe(0);
  });
});

/** A sale at twice its cost that was refused because the cost changed; the catalogue has the new one by now. */
async function refusedSale(shop: Pick<HostParts, 'app'>, quantity = 2, consent: Partial<Sale> = {}) {
  const { handlers } = shop.app;
  const sale = await aSale(shop.app, quantity);
  const price = new Big((await shown(shop, sale)).unitPrice?.amount ?? 0).times(2).toFixed(2);
  value(await handlers.prices.setRule({ ...ruleFor(sale, '0'), form: { kind: 'fixed', amount: price } }));
  const sold = { ...(await asShown(shop, sale)), ...consent };
  await service.control('/prices', { all: true, factor: 1.5 });
  onTestFinished(async () => void (await service.control('/prices', { all: true, factor: 1 })));
  const { operationId } = value(await handlers.orders.place(sold));
  await settled(shop, operationId, 'refused');
  value(await handlers.catalogue.freshCard({ walletId: sale.walletId, cardId: sale.cardId }));
  return { ...sold, replaces: operationId, afterPriceChange: true } as const;
}

describe('a try after a price change that nobody pressed for', () => {
  const notAllowed = err({ code: 'not_allowed', field: 'afterPriceChange' });

  it.each<readonly [string, (sale: Awaited<ReturnType<typeof refusedSale>>) => object]>([
    ['replaces nothing', ({ replaces: _, ...sale }) => sale],
    ['replaces an order that is not known', (sale) => ({ ...sale, replaces: sale.cardId })],
    ['is for another quantity', (sale) => ({ ...sale, quantity: 1 })],
    ['has another reference', (sale) => ({ ...sale, externalReference: 'till 2' })],
    ['takes the debt', (sale) => ({ ...sale, useAllowedDebt: true })],
  ])('is refused where it %s', async (_what, change) => {
    const shop = await enrolledApp(service);
    const again = await refusedSale(shop);
    const dispatch = createDispatch(shop.app.handlers, (bug) => expect(bug).toBe('none'));
    const changed: object = change(again);
    const { quantity } = { ...again, ...changed };
    const { shownTotal } = await asShown(shop, { ...again, quantity });
    expect(await dispatch('orders', 'place', { ...changed, shownTotal })).toEqual(notAllowed);
    expect(value(await shop.app.handlers.orders.list({ show: 'all' })).items).toHaveLength(1);
  });

  it('is refused once the counter was locked, though it is open again', async () => {
    const shop = await enrolledApp(service);
    const again = await refusedSale(shop);
    await shop.app.lock();
    value(await shop.app.handlers.screen.unlock({}));
    expect(await shop.app.handlers.orders.place(again)).toEqual(notAllowed);
  });

  it('is refused for an order that another sale came after, and where it would be the second', async () => {
    const shop = await enrolledApp(service);
    const { orders, catalogue } = shop.app.handlers;
    const again = await refusedSale(shop);
    await service.control('/prices', { all: true, factor: 1.25 });
    const second = value(await orders.place(again));
    await settled(shop, second.operationId, 'refused');
    value(await catalogue.freshCard({ walletId: again.walletId, cardId: again.cardId }));
    for (const replaces of [second.operationId, again.replaces])
      expect(await orders.place({ ...again, replaces })).toEqual(notAllowed);
    const { afterPriceChange: _, ...byHand } = again;
    const third = value(await orders.place({ ...byHand, replaces: second.operationId }));
    await settled(shop, third.operationId);
  });

  it('is refused where the customer would pay something else, and says both totals', async () => {
    const shop = await enrolledApp(service);
    const again = await refusedSale(shop);
    const fixed = { kind: 'fixed', amount: '9.5' } as const;
    value(await shop.app.handlers.prices.setRule({ ...ruleFor(again, '0'), form: fixed }));
    const now = await asShown(shop, again);
    expect(await shop.app.handlers.orders.place(now)).toEqual(
      err({
        code: 'charge_changed',
        field: 'shownTotal',
        prices: { shown: again.shownTotal, now: now.shownTotal },
      }),
    );
  });

  it('asks about a large sale again where the cost rose, whatever was confirmed', async () => {
    const shop = await enrolledApp(service);
    value(await shop.app.handlers.preferences.change({ askAboveCards: 1 }));
    const again = await refusedSale(shop, 2, { largeConfirmed: true });
    expect(await shop.app.handlers.orders.place(again)).toMatchObject({ ok: false, error: { code: 'large_sale' } });
  });
});

interface Staffed extends HostParts {
  comes(role: Role): Promise<void>;
}

async function staffed(): Promise<Staffed> {
  const parts = await enrolledApp(service);
  const { staff } = parts.app.handlers;
  for (const role of ['manager', 'cashier', 'auditor'] as const) value(await staff.add({ name: role, role, pin }));
  const comes = async (role: Role): Promise<void> => {
    const { people } = value(await staff.list({}));
    const id = people.find((person) => person.role === role)?.id ?? '';
    value(await staff.enter({ id, pin }));
  };
  return { ...parts, comes };
}

describe('a shop with people', () => {
  it('lets a manager change prices, an auditor see them, and a cashier neither', async () => {
    const shop = await staffed();
    const dispatch = createDispatch(shop.app.handlers, (bug) => expect(bug).toBe('none'));
    const sale = await aSale(shop.app);
    const rule = ruleFor(sale, '10');
    const refused = err({ code: 'role_required', detail: 'manager' });
    const changes: readonly (readonly [string, object])[] = [
      ['setRule', rule],
      ['setRate', { from: 'KWD', to: 'USD', rate: '3' }],
      ['setFaceValue', { card: sale.cardId, amount: '5', currency: 'USD' }],
      ['removeRule', { id: sale.cardId }],
    ];
    for (const role of ['cashier', 'auditor'] as const) {
      await shop.comes(role);
      for (const [call, input] of changes) expect(await dispatch('prices', call, input)).toEqual(refused);
    }
    expect(value(await shop.app.handlers.prices.read({})).revision).toBe(0);
    await shop.comes('cashier');
    expect(await dispatch('prices', 'read', {})).toEqual(refused);
    expect(await dispatch('prices', 'history', {})).toEqual(refused);
    await shop.comes('manager');
    const list: PriceListView = value(await shop.app.handlers.prices.setRule(rule));
    expect(list.rules).toHaveLength(1);
    const manager = value(await shop.app.handlers.staff.list({})).me;
    expect(value(await shop.app.handlers.prices.history({})).items[0]).toMatchObject({ by: manager });
  });

  it('tells a cashier nothing of costs, in any answer or notice, and lets them sell', async () => {
    const shop = await staffed();
    const dispatch = createDispatch(shop.app.handlers, (bug) => expect(bug).toBe('none'));
    const sale = await aSale(shop.app);
    value(await shop.app.handlers.prices.setRule(ruleFor(sale, '37')));
    const { unitPrice } = await shown(shop, sale);
    const cost = unitPrice?.amount ?? 'none';
    const total = new Big(cost).times(sale.quantity).toFixed(3);
    await shop.comes('cashier');
    const before = shop.notices.length;
    const answers: unknown[] = [await dispatch('catalogue', 'sync', { walletId: sale.walletId })];
    const { operationId } = value(await shop.app.handlers.orders.place(await asShown(shop, sale)));
    await settled(shop, operationId);
    answers.push(
      await dispatch('catalogue', 'read', { walletId: sale.walletId }),
      await dispatch('orders', 'list', { show: 'all' }),
      await dispatch('orders', 'read', { operationId }),
      await dispatch('reveals', 'handOver', { operationId }),
      shop.notices.slice(before).filter(({ notice }) => notice === 'orderChanged'),
    );
    for (const answer of answers) {
      const text = JSON.stringify(answer);
      const told = /"(?:unitPrice|personalPrice|specialOfferPrice|margin)":/.exec(text);
      expect([told, text.includes(`"${total}"`)]).toEqual([null, false]);
    }
    // Other cards may well be sold at that price.
    expect(await shown(shop, sale)).not.toHaveProperty('unitPrice');
    for (const role of roles) {
      await shop.comes(role);
      const { order } = value(await shop.app.handlers.orders.read({ operationId }));
      expect([role, order.total?.amount, order.charge.margin === undefined]).toEqual(
        role === 'cashier' ? [role, undefined, true] : [role, total, false],
      );
    }
  });

  it('keeps its costs and its prices where the key store is locked: no PIN can be checked there', async () => {
    const dataDirectory = tempFolder();
    const shop = await staffedShop(service, dataDirectory);
    const sale = await aSale(shop.app);
    const rule = ruleFor(sale, '10');
    value(await shop.app.handlers.prices.setRule(rule));
    const { operationId } = value(await shop.app.handlers.orders.place(await asShown(shop, sale)));
    await settled(shop, operationId);
    await shop.app.close();
    const { app } = await appInTest({ dataDirectory, sealerFor: () => err({ code: 'sealing_unsafe' }) });
    const { order } = value(await app.handlers.orders.read({ operationId }));
    expect([order.total, order.charge.margin, order.charge.total.currency]).toEqual([
      undefined,
      undefined,
      sale.shownTotal.currency,
    ]);
    const { prices } = app.handlers;
    for (const answer of [
      await prices.read({}),
      await prices.history({}),
      await prices.setRule(rule),
      await prices.setRate({ from: 'KWD', to: 'USD', rate: '3' }),
      await prices.setFaceValue({ card: sale.cardId, amount: '5', currency: 'USD' }),
      await prices.removeRule({ id: sale.cardId }),
    ])
      expect(answer).toEqual(err({ code: 'vault_unavailable', detail: 'sealer_changed' }));
  });
});

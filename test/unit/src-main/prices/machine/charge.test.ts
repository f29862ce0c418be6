import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { parseAmount, type Money } from '../../../../../src-main/core/money.ts';
import { chargeTotal } from '../../../../../src-main/prices/machine/charge-amount.ts';
import { chargeOf, type PricedCard } from '../../../../../src-main/prices/machine/charge.ts';
import type { PriceRule } from '../../../../../src-main/prices/machine/events.ts';
import type { PriceList } from '../../../../../src-main/prices/machine/price-list.ts';
import { saleCharge } from '../../../../../src-main/prices/machine/sale-charge.ts';
import { cardCharge } from '../../../../../src-shared/contract/prices.ts';
import { chargedMoney } from '../../../../../src-shared/contract/shapes.ts';
import { decimalsOf } from '../../../../../src-shared/money/currency-decimals.ts';

const ids = { card: id(1), subcategory: id(2), category: id(3), wallet: id(4) };
const card: PricedCard = { ...ids, cost: money('10.000', 'KWD'), personalPrice: null };
const rule: PriceRule = {
  id: id(9),
  target: { kind: 'card', id: ids.card },
  form: { kind: 'percent', percent: '5' },
  currency: 'KWD',
  rounding: null,
  allowBelowCost: false,
};

describe('without a rule', () => {
  it('charges the personal price where it is not below the cost', () => {
    expect(chargeOf(listOf(), { ...card, personalPrice: money('10.500', 'KWD') })).toMatchObject({
      charge: { amount: '10.500', currency: 'KWD' },
      source: 'personalPrice',
      margin: '0.5',
    });
  });

  it.each([null, money('9.999', 'KWD'), money('99.000', 'USD')])('charges the cost beside %j', (personalPrice) => {
    expect(chargeOf(listOf(), { ...card, personalPrice })).toMatchObject({
      charge: { amount: '10.000', currency: 'KWD' },
      source: 'cost',
      notByRule: null,
    });
  });

  it('charges a cost with more decimals than its currency has rounded up', () => {
    expect(chargeOf(listOf(), { ...card, cost: money('1.251', 'USD') }).charge.amount).toBe('1.26');
  });
});

describe('a rule', () => {
  it('wins by how specific it is, whatever came last', () => {
    const kinds = ['wallet', 'category', 'subcategory', 'card'] as const;
    const rules = kinds.map((kind, index) => ({ ...rule, id: id(10 + index), target: { kind, id: ids[kind] } }));
    const orders = [rules, rules.toReversed()];
    for (const order of orders)
      for (let left = rules.length; left > 0; left -= 1) {
        const known = rules.slice(0, left);
        const listed = order.filter((one) => known.includes(one));
        expect(chargeOf(listOf(...listed), card).ruleId).toBe(known.at(-1)?.id);
      }
    expect(chargeOf(listOf({ ...rule, target: { kind: 'card', id: ids.wallet } }), card).ruleId).toBeNull();
  });

  it.each([
    [{ kind: 'fixed', amount: '12.5' }, '12.500'],
    [{ kind: 'percent', percent: '7.5' }, '10.750'],
    [{ kind: 'amount', amount: '0.25' }, '10.250'],
  ] as const)('of the form %j charges %s', (form, amount) => {
    expect(chargeOf(listOf({ ...rule, form }), card)).toMatchObject({
      charge: { amount },
      source: 'rule',
      ruleId: rule.id,
    });
  });

  it.each([
    ['up', '10.100', '10.250'],
    ['nearest', '10.100', '10.000'],
    ['nearest', '10.125', '10.250'],
    ['up', '10.250', '10.250'],
  ] as const)('rounds %s from %s to %s', (mode, amount, charged) => {
    const rounded = { ...rule, form: { kind: 'fixed' as const, amount }, rounding: { step: '0.25', mode } };
    expect(chargeOf(listOf(rounded), card).charge.amount).toBe(charged);
  });

  it('of another currency charges by the rate, and does not apply without one', () => {
    const dollars = { ...rule, currency: 'USD' };
    const rates = [{ from: 'KWD', to: 'USD', rate: '3.25' }];
    expect(chargeOf({ ...listOf(dollars), rates }, card)).toMatchObject({
      charge: { amount: '34.13', currency: 'USD' },
      margin: '1.63',
    });
    expect(chargeOf(listOf(dollars), card)).toMatchObject({
      charge: { amount: '10.000', currency: 'KWD' },
      source: 'cost',
      notByRule: 'rate_missing',
    });
  });

  it('charges below the cost only where it says so', () => {
    const below = { ...rule, form: { kind: 'fixed' as const, amount: '9.000' } };
    expect(chargeOf(listOf(below), card)).toMatchObject({ charge: { amount: '10.000' }, notByRule: 'below_cost' });
    const allowed = chargeOf(listOf({ ...below, allowBelowCost: true }), card);
    expect(allowed).toMatchObject({ charge: { amount: '9.000' }, notByRule: null, margin: '-1' });
  });
});

test('every charge is whole steps, exact, and not below the cost unless that is allowed', () => {
  fc.assert(
    fc.property(anyRule(), anyThousandths(1), anyThousandths(1), (some, cost, rate) => {
      const list = { ...listOf(some), rates: [{ from: 'KWD', to: 'USD', rate }] };
      const found = chargeOf(list, { ...card, cost: money(cost, 'KWD') });
      const inCurrency = new Big(cost).times(some.currency === 'KWD' ? '1' : rate);
      const { amount, currency } = found.charge;
      expect(amount.split('.')[1] ?? '').toHaveLength(decimalsOf(currency));
      expect(new Big(amount).minus(inCurrency).eq(found.margin)).toBe(true);
      expect(new Big(amount).mod(some.rounding?.step ?? '0.001').eq(0)).toBe(true);
      if (!some.allowBelowCost) expect(new Big(amount).gte(inCurrency)).toBe(true);
    }),
  );
});

test('a total is the sum of its charges', () => {
  fc.assert(
    fc.property(anyRule(), fc.integer({ min: 1, max: 60 }), (some, quantity) => {
      const { charge } = chargeOf(listOf({ ...some, currency: 'KWD' }), card);
      const sum = Array.from({ length: quantity }).reduce<Big>((all) => all.plus(charge.amount), new Big(0));
      expect(new Big(chargeTotal(charge, quantity).amount).eq(sum)).toBe(true);
    }),
  );
});

describe('what would be larger than any amount', () => {
  const huge = money('999999999999999.000', 'KWD');
  const rates = [{ from: 'KWD', to: 'USD', rate: '999999999' }];

  it.each<readonly [string, PriceRule, PriceList['rates']]>([
    ['a percentage', { ...rule, form: { kind: 'percent', percent: '999999999' } }, []],
    ['an amount', { ...rule, form: { kind: 'amount', amount: '999999999' } }, []],
    ['a rate', { ...rule, form: { kind: 'percent', percent: '1' }, currency: 'USD' }, rates],
    [
      'a rate below which it may be',
      { ...rule, form: { kind: 'fixed', amount: '1' }, currency: 'USD', allowBelowCost: true },
      rates,
    ],
  ])('by %s is charged without the rule, and fits into the contract', (_what, some, known) => {
    const found = chargeOf({ ...listOf(some), rates: known }, { ...card, cost: huge });
    expect(found).toMatchObject({ source: 'cost', notByRule: 'too_large', charge: { amount: huge.amount } });
    const { charge: price, source, margin } = found;
    expect(cardCharge.parse({ price, source, margin })).toBeDefined();
    expect(chargedMoney.parse(chargeTotal(price, 10_000))).toBeDefined();
  });

  it('is what a charge of the most digits is not, with its total and its margin', () => {
    const most: PriceRule = { ...rule, form: { kind: 'percent', percent: '1' }, currency: 'USD' };
    const rate = [{ from: 'KWD', to: 'USD', rate: '0.123457' }];
    const {
      charge: price,
      source,
      margin,
      notByRule,
    } = chargeOf({ ...listOf(most), rates: rate }, { ...card, cost: huge });
    expect([source, notByRule]).toEqual(['rule', null]);
    expect(cardCharge.parse({ price, source, margin })).toBeDefined();
  });
});

describe('a rule on the face value', () => {
  const onFace: PriceRule = { ...rule, form: { kind: 'percent', percent: '10', on: 'faceValue' } };
  const listed = (amount: string, currency: string, rates: PriceList['rates'] = []): PriceList => ({
    ...listOf(onFace),
    rates,
    faceValues: [{ card: ids.card, amount, currency }],
  });

  it('reckons on what a manager entered, and not on the cost', () => {
    expect(chargeOf(listed('20', 'KWD'), card)).toMatchObject({ charge: { amount: '22.000' }, source: 'rule' });
  });

  it('takes a face value in another currency by its rate', () => {
    const rates = [{ from: 'USD', to: 'KWD', rate: '0.31' }];
    expect(chargeOf(listed('100', 'USD', rates), card).charge.amount).toBe('34.100');
  });

  it('is not followed without a face value or its rate, and says which is missing', () => {
    expect(chargeOf(listOf(onFace), card)).toMatchObject({ source: 'cost', notByRule: 'face_value_missing' });
    expect(chargeOf(listed('100', 'USD'), card)).toMatchObject({ source: 'cost', notByRule: 'rate_missing' });
  });

  it('is held to the cost as any other', () => {
    expect(chargeOf(listed('1', 'KWD'), card)).toMatchObject({
      charge: { amount: '10.000' },
      source: 'cost',
      notByRule: 'below_cost',
      isBelowCost: false,
    });
    const allowed = { ...listed('1', 'KWD'), rules: [{ ...onFace, allowBelowCost: true }] };
    expect(chargeOf(allowed, card)).toMatchObject({ charge: { amount: '1.100' }, notByRule: null, isBelowCost: true });
  });
});

it('charges a sale exactly, with the decimals of its currency and the margin of all of it', () => {
  const prices = { ...listOf({ ...rule, currency: 'JPY' }), rates: [{ from: 'KWD', to: 'JPY', rate: '487.3' }] };
  expect(saleCharge(prices, card, 3)).toEqual({
    price: '5117',
    total: '15351',
    currency: 'JPY',
    source: 'rule',
    ruleId: rule.id,
    margin: '732',
    revision: 1,
  });
});

function anyRule(): fc.Arbitrary<PriceRule> {
  return fc.record({
    id: fc.constant(rule.id),
    target: fc.constant(rule.target),
    form: fc.oneof(
      anyThousandths(10).map((amount) => ({ kind: 'fixed' as const, amount: new Big(amount).toFixed(2) })),
      fc.integer({ min: -150, max: 300 }).map((percent) => ({ kind: 'percent' as const, percent: String(percent) })),
      fc.integer({ min: -50, max: 50 }).map((amount) => ({ kind: 'amount' as const, amount: String(amount) })),
    ),
    currency: fc.constantFrom('KWD', 'USD'),
    rounding: fc.option(
      fc.record({ step: fc.constantFrom('0.05', '0.25', '1', '5'), mode: fc.constantFrom('up', 'nearest') }),
    ),
    allowBelowCost: fc.boolean(),
  });
}

function anyThousandths(min: number): fc.Arbitrary<string> {
  return fc.integer({ min, max: 9_999_999 }).map((count) => new Big(count).times('0.001').toFixed(3));
}

function listOf(...rules: readonly PriceRule[]): PriceList {
  return { revision: 1, rules, rates: [], faceValues: [] };
}

function money(text: string, currency: string): Money {
  const amount = parseAmount(text);
  if (amount === null) throw new Error(`not an amount: ${text}`);
  return { amount, currency };
}

function id(last: number): string {
  return `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`;
}

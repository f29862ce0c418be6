import { expect, it } from 'vitest';
import { outcomeWithoutCost } from '../../../../../../src-main/hosts/cli/terminal/cost.ts';

const money = { amount: '2.850', currency: 'KWD' };
const charged = { price: { amount: '3.000', currency: 'KWD' }, total: { amount: '6.000', currency: 'KWD' } };

it('tells nothing of what the shop pays, however deep it stands, and all of what the customer pays', () => {
  const order = { operationId: 'op', total: money, charge: { ...charged, margin: '0.300' } };
  const card = { id: 'card', unitPrice: money, personalPrice: money, businessPrice: money, specialOfferPrice: money };
  const event = { kind: 'order-intended', body: { unitPrice: '2.850', total: money, body: '{"expectedTotal":1}' } };
  expect(outcomeWithoutCost({ exit: 0, value: { items: [order, card, event] }, shown: { cost: money } })).toEqual({
    exit: 0,
    value: {
      items: [{ operationId: 'op', charge: charged }, { id: 'card' }, { kind: 'order-intended', body: {} }],
    },
    shown: {},
  });
  const error = { code: 'not_settled' } as const;
  expect(outcomeWithoutCost({ exit: 4, error, value: order })).toEqual({
    exit: 4,
    error,
    value: { operationId: 'op', charge: charged },
  });
  expect(outcomeWithoutCost({ exit: 4, error })).toEqual({ exit: 4, error });
});

it('tells of changes of prices and limits by whom they were made, and nothing by which a charge gives the cost away', () => {
  const rule = { by: 'mona', form: { kind: 'percent', percent: '10' }, currency: 'KWD' };
  const kinds = ['price-rule-set', 'price-rule-removed', 'price-rate-set', 'price-face-value-set', 'limits-changed'];
  const items = kinds.map((kind, seq) => ({ seq, kind, body: rule, hash: 'h' }));
  const told = items.map((event) => ({ ...event, body: { by: 'mona' } }));
  expect(outcomeWithoutCost({ exit: 0, value: { items } })).toEqual({ exit: 0, value: { items: told } });
});

it('leaves what only has such a name', () => {
  const value = { total: 3, checks: [{ total: 'all' }], balance: money, none: null };
  expect(outcomeWithoutCost({ exit: 0, value })).toEqual({ exit: 0, value });
});

import { expect, it } from 'vitest';
import { knownId, type StaffId } from '../../../../../src-main/core/ids.ts';
import { orderOf } from '../../../../../src-main/orders/machine/apply.ts';
import type { IntendedOrder } from '../../../../../src-main/orders/machine/events.ts';
import { rowOf } from '../../../../../src-main/orders/records/history.ts';
import { intendedAtMs, intent, operationId, otherOperationId, soldCardId } from '../order-samples.ts';

const by = knownId<StaffId>('0a000000-0000-4000-8000-0000000000b1');
const charge = { price: '1.500', total: '3.000', currency: 'USD', source: 'rule', margin: '0.500' } as const;

function viewIn(changes: Partial<IntendedOrder> = {}): unknown {
  const facts = orderOf([{ kind: 'order-intended', atMs: intendedAtMs, body: { ...intent, ...changes } }]);
  return rowOf(operationId, { events: [], facts, intendedSeq: 5, turns: [5, 9], found: null })?.view;
}

it('holds what the totals of a day are made of', () => {
  expect(viewIn()).toEqual({
    unverified: 0,
    unreached: false,
    unshown: true,
    intendedSeq: 5,
    turns: [5, 9],
    cost: { amount: '2.500', currency: 'KWD' },
  });
});

it('holds what the customer pays and what is earned, in the currency of the charge', () => {
  expect(viewIn({ charge: { ...charge, ruleId: null, revision: 3 } })).toMatchObject({
    cost: { amount: '2.500', currency: 'KWD' },
    charge: { amount: '3.000', currency: 'USD' },
    margin: { amount: '0.500', currency: 'USD' },
  });
});

it('holds who sold it, the name of the card, and whether it makes a card good', () => {
  expect(viewIn({ by, cardName: { en: 'Zain 10' } })).toMatchObject({ by, cardName: { en: 'Zain 10' } });
  expect(viewIn({ makesGoodFor: { operationId: otherOperationId, soldCardId: soldCardId(1) } })).toMatchObject({
    makesGood: true,
  });
});

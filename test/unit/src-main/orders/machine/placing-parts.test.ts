import { describe, expect, it } from 'vitest';
import { knownId, type BasketId } from '../../../../../src-main/core/ids.ts';
import { chargedIn } from '../../../../../src-main/orders/machine/charged.ts';
import type { NewSale } from '../../../../../src-main/orders/machine/new-sale.ts';
import { wantedForMs } from '../../../../../src-main/orders/machine/order.ts';
import { decidePlacing, isSameSale, type Surroundings } from '../../../../../src-main/orders/machine/placing.ts';
import { charge, History, intent, operationId, otherOperationId, soldCardId } from '../order-samples.ts';
import { alone, now, sale } from './placing-samples.ts';

const refused = new History().judged({ outcome: 'refused', code: 'price_changed' }).facts;
const makesGoodFor = { operationId: otherOperationId, soldCardId: soldCardId(1) };

function placed(changes: Partial<NewSale>, predecessors: Surroundings['predecessors'] = []) {
  const placing = decidePlacing(operationId, { ...sale, ...changes }, { ...alone, predecessors });
  if (!placing.ok) return placing.error;
  if (placing.value.kind !== 'new') throw new Error('nothing new');
  return placing.value.eventsAfter('head')[0].body;
}

describe('the event of a sale', () => {
  it('keeps what the customer pays, and nothing of it where that was the cost', () => {
    expect(placed({ charge })).toMatchObject({ charge });
    expect(placed({})).not.toHaveProperty('charge');
  });

  it('keeps its basket and line, and neither of a sale by itself', () => {
    const basket = knownId<BasketId>('0a000000-0000-4000-8000-0000000000ba');
    expect(placed({ inBasket: { basket, line: 2 } })).toMatchObject({ basket, basketLine: 2 });
    expect(placed({})).not.toHaveProperty('basket');
    expect(placed({})).not.toHaveProperty('basketLine');
  });

  it('names the card that it makes good, and none otherwise', () => {
    expect(placed({ makesGoodFor })).toMatchObject({ makesGoodFor });
    expect(placed({})).not.toHaveProperty('makesGoodFor');
  });
});

describe('a new try', () => {
  const before = [{ operationId: otherOperationId, order: refused }];

  it('that nobody pressed for is wanted no longer than the order it replaces', () => {
    const replaces = otherOperationId;
    expect(placed({ replaces, afterPriceChange: true }, before)).toMatchObject({
      wantedUntilMs: refused.wantedUntilMs,
    });
    expect(placed({ replaces }, before)).toMatchObject({ wantedUntilMs: now + wantedForMs });
  });

  it('that nobody pressed for needs an order in whose place it is made', () => {
    expect(placed({ afterPriceChange: true })).toEqual({ code: 'not_allowed', field: 'afterPriceChange' });
  });

  it('of an order that makes a card good is not made, nor one that would make a card good', () => {
    const fault = { code: 'not_allowed', field: 'replaces', operationId: otherOperationId };
    expect(placed({ replaces: otherOperationId, makesGoodFor }, before)).toEqual(fault);
    const order = { ...refused, intent: { ...refused.intent, makesGoodFor } };
    expect(placed({ replaces: otherOperationId }, [{ operationId: otherOperationId, order }])).toEqual(fault);
  });
});

describe('the same sale', () => {
  it('makes the same card good', () => {
    const good = { ...intent, makesGoodFor };
    expect([isSameSale(good, { ...sale, makesGoodFor }), isSameSale(good, sale), isSameSale(intent, sale)]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('is not told by a reference where the text of the order does not open', () => {
    const { body: _body, ...unopened } = intent;
    const named = { ...sale, externalReference: 'till 4' };
    expect([isSameSale(intent, named), isSameSale(unopened, named)]).toEqual([false, true]);
  });
});

it('customers paid the cost before there were selling prices', () => {
  expect(chargedIn(intent)).toEqual({ price: '1.250', total: '2.500', currency: 'KWD' });
  expect(chargedIn({ ...intent, charge })).toEqual(charge);
});

import { describe, expect, it } from 'vitest';
import {
  boughtHere,
  closedAmong,
  codesToShow,
  handOverFault,
  hasThemHere,
  isClosed,
  lacksCodes,
  holdOf,
  holdOfOwned,
  type Condition,
} from '../../../../../src-main/reveals/machine/release.ts';
import { operationId, soldCardId } from '../../orders/order-samples.ts';
import { soldOrder } from './samples.ts';

const locked = { code: 'codes_unavailable', detail: 'locked_until_reconciled' };

describe('the lock on codes that another copy may have handed out', () => {
  it('is on an order that may be elsewhere, until it was handed over', () => {
    expect(holdOf(operationId, soldOrder([1, 2]), true)).toEqual({ ...locked, operationId });
    expect(holdOf(operationId, soldOrder([1, 2]), false)).toBeNull();
    expect(holdOf(operationId, soldOrder([1, 2], { handedOver: true }), true)).toBeNull();
  });

  it('is on every card that is asked for by itself while the records are in doubt', () => {
    expect([holdOfOwned(false), holdOfOwned(true)]).toEqual([locked, null]);
  });
});

it('only an order that was bought here has codes', () => {
  const order = soldOrder([1, 2]);
  expect(boughtHere(operationId, order)).toEqual({ ok: true, value: order });
  expect(boughtHere(operationId, null)).toEqual({
    ok: false,
    error: { code: 'operation_unknown', operationId },
  });
  expect(boughtHere(operationId, soldOrder([], { completed: null }))).toEqual({
    ok: false,
    error: { code: 'codes_unavailable', detail: 'not_completed', operationId },
  });
});

describe('what lies here', () => {
  it('is enough where it is all that was bought, or the one card asked for', () => {
    expect([soldOrder([1, 2]), soldOrder([1])].map((order) => hasThemHere(order, undefined))).toEqual([true, false]);
    expect([1, 2].map((card) => hasThemHere(soldOrder([1]), soldCardId(card)))).toEqual([true, false]);
  });

  it('lacks codes where an order was bought and has fewer', () => {
    const unbought = soldOrder([], { completed: null });
    expect([soldOrder([1]), soldOrder([1, 2]), unbought].map(lacksCodes)).toEqual([true, false, false]);
  });

  it('comes out but for answers that do not open, and cards that nobody asked for', () => {
    const sealedCodes = new Map([
      [soldCardId(1), 'answer:1'],
      [soldCardId(2), 'reveal:2'],
    ]);
    const order = soldOrder([], { sealedCodes });
    expect(codesToShow(order, undefined)).toEqual(sealedCodes);
    expect([...codesToShow(order, soldCardId(2))]).toEqual([[soldCardId(2), 'reveal:2']]);
    expect([...codesToShow(order, undefined, ['reveal:2'])]).toEqual([[soldCardId(1), 'answer:1']]);
  });
});

describe('an answer that does not open', () => {
  it.each<readonly [Condition, boolean, boolean]>([
    ['opens', false, false],
    ['opens', true, false],
    ['closed', false, true],
    ['closed', true, true],
    ['purged', false, true],
    ['purged', true, false],
  ])('%s, handed over: %s', (condition, handedOver, isNamed) => {
    expect(closedAmong(soldOrder([1, 2], { handedOver }), () => condition)).toEqual(isNamed ? ['answer:1'] : []);
  });

  it('is why the service is asked; a card of another order is not', () => {
    expect(isClosed({ code: 'seal_failed' })).toBe(true);
    expect(isClosed({ code: 'codes_unavailable', detail: 'purged' })).toBe(true);
    expect(isClosed({ code: 'codes_unavailable', detail: 'card_not_in_order' })).toBe(false);
    expect(isClosed({ code: 'not_allowed', detail: 'locked' })).toBe(false);
  });
});

it('codes are handed over only once any of them came out', () => {
  expect(handOverFault(operationId, soldOrder([1, 2]))).toEqual({ code: 'codes_not_shown', operationId });
  expect(handOverFault(operationId, soldOrder([1, 2], { timesCodesOut: 1 }))).toBeNull();
});

import { describe, expect, it } from 'vitest';
import { sumsOf } from '../../../../../src-renderer/base/money/total.ts';
import {
  lineTotal,
  withLine,
  withQuantity,
  type BasketLine,
} from '../../../../../src-renderer/entities/sale/basket-lines.ts';

const card = (id: string) => ({ id, subcategoryId: 'sub', hasSpecialOffer: false, available: true });
const line = (id: string, quantity: number, walletId = 'wallet'): BasketLine => ({
  walletId,
  card: card(id),
  quantity,
});
const fiveAtMost = (): number => 5;
const shortOf = (lines: readonly BasketLine[]) => lines.map(({ card: { id }, quantity }) => [id, quantity]);

describe('lines of a basket', () => {
  it('merge equal cards up to the maximum, and what is over is a line of its own', () => {
    const two = withLine([line('a', 4)], line('a', 3), fiveAtMost);
    expect(shortOf(two)).toEqual([
      ['a', 5],
      ['a', 2],
    ]);
    expect(shortOf(withLine(two, line('a', 1), fiveAtMost))).toEqual([
      ['a', 5],
      ['a', 3],
    ]);
  });

  it('keep equal cards of two wallets apart', () => {
    expect(shortOf(withLine([line('a', 1)], line('a', 1, 'other'), fiveAtMost))).toHaveLength(2);
  });

  it('become one again where a smaller quantity makes room', () => {
    expect(shortOf(withQuantity([line('a', 5), line('b', 1), line('a', 2)], 0, 3, fiveAtMost))).toEqual([
      ['a', 5],
      ['b', 1],
    ]);
  });

  it('forget what was agreed to with another quantity, and keep it otherwise', () => {
    const agreed: BasketLine = { ...line('a', 2), besidesPending: true };
    expect(withQuantity([agreed, line('b', 1)], 1, 2, fiveAtMost)[0]).toHaveProperty('besidesPending', true);
    expect(withQuantity([agreed, line('b', 1)], 0, 3, fiveAtMost)[0]).not.toHaveProperty('besidesPending');
    expect(withLine([agreed], line('a', 1), fiveAtMost)[0]).not.toHaveProperty('besidesPending');
  });

  it('are added exactly, and never over two currencies', () => {
    const sums = sumsOf([
      { amount: '0.1', currency: 'USD' },
      { amount: '0.20', currency: 'USD' },
      { amount: '2.850', currency: 'KWD' },
    ]);
    expect(sums).toEqual([
      { amount: '0.30', currency: 'USD' },
      { amount: '2.850', currency: 'KWD' },
    ]);
  });

  it('have no total where the card has no price', () => {
    expect(lineTotal({}, { quantity: 2 })).toBeNull();
    const charge = { price: { amount: '2.850', currency: 'KWD' }, source: 'cost' as const };
    expect(lineTotal({ charge }, { quantity: 3 })).toEqual({ amount: '8.550', currency: 'KWD' });
    const line = { quantity: 3, otherPrice: '1.000' };
    expect(lineTotal({ charge }, line)).toEqual({ amount: '3.000', currency: 'KWD' });
  });
});

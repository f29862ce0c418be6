import { describe, expect, it } from 'vitest';
import type { LimitTerms } from '../../../../../src-main/limits/machine/events.ts';
import { passedLimits, type Line } from '../../../../../src-main/limits/machine/passed.ts';
import { limitTermsOf } from '../../../../../src-main/limits/machine/terms.ts';

const line = (cardId: string, amount: string, currency = 'KWD'): Line => ({ cardId, cost: { amount, currency } });

function terms(part: Partial<Record<'sale' | 'shift' | 'card', string>>, currency = 'KWD'): LimitTerms {
  const found = limitTermsOf({ currency, sale: null, shift: null, card: null, ...part });
  if (typeof found === 'string') throw new Error(found);
  return found;
}

describe('the limits that a sale passes', () => {
  it('are passed above the amount and not at it, exactly', () => {
    const limits = [terms({ sale: '10' })];
    expect(passedLimits(limits, [line('a', '10.000')], [])).toEqual([]);
    expect(passedLimits(limits, [line('a', '10.001')], [])).toEqual([
      { limit: 'sale', currency: 'KWD', over: '0.001' },
    ]);
  });

  it('take all lines of one sale together', () => {
    const basket = [line('a', '4.000'), line('b', '4.000'), line('a', '2.500')];
    expect(passedLimits([terms({ sale: '10', card: '6' })], basket, [])).toEqual([
      { limit: 'sale', currency: 'KWD', over: '0.500' },
      { limit: 'card', currency: 'KWD', cardId: 'a', over: '0.500' },
    ]);
  });

  it('add what was spent before to the shift and to the card, and not to the sale', () => {
    const spent = [line('a', '9.000'), line('b', '1.000')];
    expect(passedLimits([terms({ sale: '2', shift: '11', card: '9.5' })], [line('a', '1.500')], spent)).toEqual([
      { limit: 'shift', currency: 'KWD', over: '0.500' },
      { limit: 'card', currency: 'KWD', cardId: 'a', over: '1.000' },
    ]);
  });

  it('add what the same customer buys beside it to the sale, and to the shift and the card only once', () => {
    const beside = [line('a', '1.500'), line('b', '9.000', 'USD')];
    const limits = [terms({ sale: '2', shift: '2', card: '2' })];
    expect(passedLimits(limits, [line('b', '0.500')], beside, beside)).toEqual([]);
    expect(passedLimits(limits, [line('b', '0.501')], beside, beside)).toEqual([
      { limit: 'sale', currency: 'KWD', over: '0.001' },
      { limit: 'shift', currency: 'KWD', over: '0.001' },
    ]);
  });

  it('know each currency by itself, and say nothing of one that the sale does not spend', () => {
    const limits = [terms({ shift: '1' }), terms({ sale: '5' }, 'USD')];
    expect(passedLimits(limits, [line('a', '6.000', 'USD')], [line('a', '9.000')])).toEqual([
      { limit: 'sale', currency: 'USD', over: '1.000' },
    ]);
    expect(passedLimits(limits, [line('a', '6.000', 'EUR')], [])).toEqual([]);
  });

  it('lose no thousandth in large sums', () => {
    const spent = Array.from({ length: 3_000 }, () => line('a', '333333.333'));
    expect(passedLimits([terms({ shift: '999999999' })], [line('a', '0.001')], spent)).toEqual([
      { limit: 'shift', currency: 'KWD', over: '0.001' },
    ]);
  });
});

describe('what a manager enters as limits', () => {
  it.each([
    ['12', '12.000'],
    ['0.5', '0.500'],
    ['999999999.999', '999999999.999'],
  ])('%s is kept as %s', (typed, kept) => {
    expect(limitTermsOf({ currency: 'KWD', sale: typed, shift: null, card: null })).toEqual({
      currency: 'KWD',
      sale: kept,
      shift: null,
      card: null,
    });
  });

  it.each(['0', '0.000', '-1', '1.0001', '1e3', '01', '1,5', '', ' ', '1000000000', 'abc', '١٢'])(
    '“%s” is none, in any field',
    (typed) => {
      for (const field of ['sale', 'shift', 'card'] as const)
        expect(limitTermsOf({ currency: 'KWD', sale: null, shift: null, card: null, [field]: typed })).toBe(field);
    },
  );

  it('needs a currency', () => {
    for (const currency of ['', ' KWD', 'ELEVENCHARS'])
      expect(limitTermsOf({ currency, sale: null, shift: null, card: null })).toBe('currency');
  });
});

import { describe, expect, it } from 'vitest';
import { moneySchema, multiply } from '../../../../src-sandbox/rules/money.ts';

describe('money', () => {
  it.each(['0.000', '0.001', '5000.000', '999999999999.999'])('takes %s as it is', (amount) => {
    expect(moneySchema.safeParse({ amount, currency: 'KWD' }).success).toBe(true);
  });

  it.each(['1', '1.0', '1.00', '1.0000', '01.000', '.500', '-1.000', '1,000', '1e3', ' 1.000', '١.٠٠٠'])(
    'does not take %s',
    (amount) => {
      expect(moneySchema.safeParse({ amount, currency: 'KWD' }).success).toBe(false);
    },
  );

  it('multiplies exactly', () => {
    expect([multiply('0.307', 3), multiply('1.005', 100), multiply('72.313', 99)]).toEqual([
      '0.921',
      '100.500',
      '7158.987',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { moneyText } from '../../../../src-renderer/ui/money.tsx';

describe('moneyText', () => {
  it('keeps the amount before its currency in a sentence of either direction', () => {
    expect(moneyText('1236.000', 'KWD')).toBe('\u20661,236.000\u00a0KWD\u2069');
  });
});

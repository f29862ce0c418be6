import { describe, expect, it } from 'vitest';
import {
  saleNumberLetters,
  saleNumberParts,
  saleNumberText,
  scannedSaleNumber,
  typedSaleNumbers,
} from '../../../../src-shared/search/sale-number.ts';

describe('a short number', () => {
  it('has a letter, an epoch and a count of at least four digits, and is read back', () => {
    expect(saleNumberText({ letter: 'C', epoch: 7, count: 412 })).toBe('C7-0412');
    expect(saleNumberText({ letter: 'C', epoch: 12, count: 123_456 })).toBe('C12-123456');
    for (const text of ['C7-0412', 'Y1-0001', 'K9999-999999999']) {
      const parts = saleNumberParts(text);
      expect(parts === null ? null : saleNumberText(parts)).toBe(text);
    }
  });

  it('is written in one way only', () => {
    for (const text of [
      'c7-0412',
      'C07-0412',
      'C0-0412',
      'C7-412',
      'C7-00412',
      'C7-0000',
      'B7-0412',
      'C7 0412',
      'C7-0412 ',
    ])
      expect(saleNumberParts(text), text).toBeNull();
  });

  it('has no letter that is taken for a digit or for another letter of it', () => {
    expect(new Set(saleNumberLetters).size).toBe(saleNumberLetters.length);
    expect(saleNumberLetters).not.toMatch(/[OIZSBGQDPTEVN]/);
  });
});

describe('what a person types', () => {
  it.each([
    ['C7-0412', 'C7-0412'],
    ['c7 412', 'C7-0412'],
    ['C7 - 0412', 'C7-0412'],
    ['c7.0412', 'C7-0412'],
    ['C٧-٠٤١٢', 'C7-0412'],
    ['c 7-412', 'C7-0412'],
  ])('%s is %s', (text, meant) => {
    expect(typedSaleNumbers(text)).toEqual([meant]);
  });

  it('may lack the letter', () => {
    const meant = typedSaleNumbers('٧-٤١٢');
    expect(meant).toHaveLength(saleNumberLetters.length);
    expect(meant).toContain('C7-0412');
  });

  it.each(['', 'zain 10', '0412', 'C7', 'C7-0', 'B7-0412', 'till 4 12345', '10.000', 'CC7-0412'])(
    '%s is none',
    (text) => {
      expect(typedSaleNumbers(text).filter((each) => each.startsWith('C'))).toEqual([]);
    },
  );
});

describe('what a scanner reads', () => {
  it('is one in either case, and nothing else', () => {
    expect(scannedSaleNumber('C7-0412')).toBe('C7-0412');
    expect(scannedSaleNumber('c7-0412')).toBe('C7-0412');
    for (const code of ['6281100', 'C7-412', '7-0412', 'C7-0412-1']) expect(scannedSaleNumber(code)).toBeNull();
  });
});

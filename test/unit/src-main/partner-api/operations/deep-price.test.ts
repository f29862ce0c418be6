import { expect, it } from 'vitest';
import { readPriceVerbatim } from '../../../../../src-main/partner-api/operations/money.ts';

const known = '"amount":"1.000","currency":"LYD","asOf":"2026-11-23T07:08:09.010Z"';
const priceWith = (levels: number): unknown =>
  JSON.parse(`{${known},"more":${'['.repeat(levels)}${']'.repeat(levels)}}`);

it('a price with members in members without end is none, and no fault of the program', () => {
  expect(readPriceVerbatim(priceWith(3))).toMatchObject({ amount: '1.000', more: [[[]]] });
  for (const levels of [100, 10_000, 100_000]) expect(readPriceVerbatim(priceWith(levels))).toBeNull();
});

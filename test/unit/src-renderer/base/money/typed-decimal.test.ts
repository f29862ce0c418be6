import { expect, it } from 'vitest';
import { typedDecimal } from '../../../../../src-renderer/base/money/typed-decimal.ts';

it.each([
  ['3.25', '3.25'],
  [' ٣٫٢٥ ', '3.25'],
  ['۱۲۳', '123'],
  ['\u22125', '-5'],
  ['+5', '5'],
  ['\u200f1 250\u200e', '1250'],
  // Whether a comma stands for thousands or for decimals is for nobody to guess.
  ['3,25', '3,25'],
  ['1,250.5', '1250.5'],
  ['-1,250,000.5', '-1250000.5'],
  ['١٬٢٥٠', '1250'],
  ['1,25.5', '1,25.5'],
  ['0,500', '0,500'],
  ['.5', '0.5'],
  ['-٫٥', '-0.5'],
  ['much', 'much'],
  ['', ''],
])('takes %j as %j', (typed, plain) => {
  expect(typedDecimal(typed)).toBe(plain);
});

import { expect, test } from 'vitest';
import { wholeNumberIn } from '../../../../src-main/core/whole-number.ts';

test('a whole number is read as it is written', () => {
  expect(['0', '7', '1800002671', '999999999999999'].map(wholeNumberIn)).toEqual([0, 7, 1800002671, 999999999999999]);
});

test('anything else is none', () => {
  const others = [
    null,
    undefined,
    '',
    ' 7',
    '7 ',
    '-7',
    '+7',
    '7.0',
    '7e3',
    '0x7',
    '18000p2671',
    '1000000000000000',
    '٧',
  ];
  expect(others.filter((text) => wholeNumberIn(text) !== null)).toEqual([]);
});

import { expect, it } from 'vitest';
import { serialText } from '../../../../../src-main/reveals/machine/serial-text.ts';

it.each([
  ['ABCD-1234', 'abcd1234'],
  ['  ab cd 12 34 ', 'abcd1234'],
  ['ab.cd.12.34', 'abcd1234'],
  ['١٢٣٤', '1234'],
  ['12 34', '1234'],
  ['123', null],
  ['1-2 3', null],
  ['', null],
])('a serial number typed as "%s" is compared as %s', (typed, compared) => {
  expect(serialText(typed)).toBe(compared);
});

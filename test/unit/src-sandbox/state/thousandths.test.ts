import { expect, it } from 'vitest';
import { fromThousandths, toThousandths } from '../../../../src-sandbox/state/thousandths.ts';

it.each(['0.000', '0.001', '-1.500', '5000.000', '999999999999.999'])('keeps %s as it is', (amount) => {
  expect(fromThousandths(toThousandths(amount))).toBe(amount);
});

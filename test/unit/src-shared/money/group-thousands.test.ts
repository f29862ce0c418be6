import { describe, expect, it } from 'vitest';
import { groupThousands } from '../../../../src-shared/money/group-thousands.ts';

describe('groupThousands', () => {
  it.each([
    ['0.500', '0.500'],
    ['999.000', '999.000'],
    ['1284.500', '1,284.500'],
    ['-1234567.890', '-1,234,567.890'],
    ['123456789012345.678', '123,456,789,012,345.678'],
  ])('shows %s as %s without changing its value', (amount, shown) => {
    expect(groupThousands(amount)).toBe(shown);
  });
});

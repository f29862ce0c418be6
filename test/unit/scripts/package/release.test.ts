import { expect, it } from 'vitest';
import { readRelease } from '../../../../scripts/package/release.ts';

it('bears the time that it is given, else the time of the commit', () => {
  expect(readRelease({ SOURCE_DATE_EPOCH: '1700000000' })).toMatchObject({
    name: 'counterfoil',
    epochSeconds: 1_700_000_000,
  });
  expect(() => readRelease({ SOURCE_DATE_EPOCH: 'yesterday' })).toThrow('SOURCE_DATE_EPOCH is not a number');
});

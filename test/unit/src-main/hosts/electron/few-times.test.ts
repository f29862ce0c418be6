import { expect, it } from 'vitest';
import { fewTimes } from '../../../../../src-main/hosts/electron/few-times.ts';

it('a page that keeps dying is loaded again three times in a while, and again after it', () => {
  let nowMs = 0;
  const may = fewTimes(3, 1000, () => nowMs);
  expect([may(), may(), may(), may()]).toEqual([true, true, true, false]);
  nowMs = 999;
  expect(may()).toBe(false);
  nowMs = 1000;
  expect(may()).toBe(true);
});

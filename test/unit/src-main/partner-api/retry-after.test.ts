import { describe, expect, it } from 'vitest';

import { retryAfterMs } from '../../../../src-main/partner-api/retry-after.ts';

const nowMs = Date.parse('2026-11-20T10:00:00Z');

describe('Retry-After', () => {
  it.each<readonly [string | null, 'seconds' | 'milliseconds', number | null]>([
    [null, 'seconds', null],
    ['5', 'seconds', 5_000],
    ['0', 'seconds', 1_000],
    ['300', 'seconds', 300_000],
    ['301', 'seconds', 300_000],
    ['86400', 'seconds', 300_000],
    ['90000', 'seconds', 90_000],
    ['2500', 'milliseconds', 2_500],
    ['20', 'milliseconds', 1_000],
    ['999999999999', 'seconds', 300_000],
    ['Fri, 20 Nov 2026 10:00:30 GMT', 'seconds', 30_000],
    ['Friday, 20-Nov-26 10:00:30 GMT', 'seconds', 30_000],
    ['Fri, 20 Nov 2026 09:00:00 GMT', 'seconds', 1_000],
    ['Sat, 21 Nov 2026 10:00:00 GMT', 'seconds', 300_000],
    ['soon', 'seconds', null], ['', 'seconds', null], ['-5', 'seconds', null], ['1.5', 'seconds', null], ['5, 10', 'seconds', null],
    ['Fri, 99 Nov 2026 10:00:00 GMT', 'seconds', null], ['1e3', 'seconds', null], ['0x10', 'seconds', null],
  ])('%j in %s is %j ms', (value, unit, expected) => {
    expect(retryAfterMs(value, unit, nowMs)).toBe(expected);
  });
});

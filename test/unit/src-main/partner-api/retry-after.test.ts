import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { retryAfterMs } from '../../../../src-main/partner-api/retry-after.ts';

const nowMs = Date.parse('2026-11-20T10:00:00Z');

describe('Retry-After', () => {
  it.each<readonly [string | null, 'seconds' | 'milliseconds' | 'http-date', number | null]>([
    [null, 'seconds', null],
    ['5', 'seconds', 5_000],
    ['0', 'seconds', 1_000],
    ['300', 'seconds', 300_000],
    ['301', 'seconds', 301_000],
    ['7200', 'seconds', 7_200_000],
    ['86400', 'seconds', 86_400_000],
    ['86401', 'seconds', 86_400_000],
    ['90000', 'seconds', 86_400_000],
    ['90000', 'milliseconds', 90_000],
    ['7200', 'http-date', 7_200_000],
    ['2500', 'milliseconds', 2_500],
    ['20', 'milliseconds', 1_000],
    ['999999999999', 'seconds', 86_400_000],
    ['9'.repeat(400), 'seconds', 86_400_000],
    ['999999999999', 'milliseconds', 86_400_000],
    ['Fri, 20 Nov 2026 10:00:30 GMT', 'seconds', 30_000],
    ['Friday, 20-Nov-26 10:00:30 GMT', 'seconds', 30_000],
    ['Fri Nov 20 10:00:30 2026', 'seconds', 30_000],
    ['Fri, 20 Nov 2026 09:00:00 GMT', 'seconds', 1_000],
    ['20 Nov 2026 10:00:30 GMT', 'seconds', null],
    ['Fri, 20 Nov 2026 16:00:00 GMT', 'milliseconds', 21_600_000],
    ['Sat, 21 Nov 2026 10:00:01 GMT', 'seconds', 86_400_000],
    ['soon', 'seconds', null],
    ['', 'seconds', null],
    ['-5', 'seconds', null],
    ['1.5', 'seconds', null],
    ['5, 10', 'seconds', null],
    ['Fri, 99 Nov 2026 10:00:00 GMT', 'seconds', null],
    ['1e3', 'seconds', null],
    ['0x10', 'seconds', null],
  ])('%j in %s is %j ms', (value, unit, expected) => {
    expect(retryAfterMs(value, { retryAfterUnit: unit, maximumRetryAfterSeconds: 86_400 }, nowMs)).toBe(expected);
  });

  it('is of GMT in the form that names no zone too, wherever the counter is', () => {
    vi.stubEnv('TZ', 'Asia/Kuwait');
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const date of ['Fri Nov 20 10:00:30 2026', 'Fri, 20 Nov 2026 10:00:30 GMT'])
      expect(retryAfterMs(date, { retryAfterUnit: 'seconds', maximumRetryAfterSeconds: 86_400 }, nowMs)).toBe(30_000);
  });

  it.each<readonly [string, number]>([
    ['3600', 3_600_000],
    ['3601', 3_600_000],
    ['Sat, 21 Nov 2026 10:00:00 GMT', 3_600_000],
    ['20', 20_000],
  ])('%j is at most what the profile lets it ask for', (value, expected) => {
    expect(retryAfterMs(value, { retryAfterUnit: 'seconds', maximumRetryAfterSeconds: 3_600 }, nowMs)).toBe(expected);
  });
});

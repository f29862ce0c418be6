import { expect, it } from 'vitest';
import { daysOf } from '../../../../../src-renderer/features/reports/days.ts';

/** A Wednesday, and the first day of its week. */
const wednesday = new Date(2026, 10, 25, 12);

it.each([
  ['en-GB-u-nu-latn', '2026-11-23'],
  ['en-US', '2026-11-22'],
  ['ar-u-nu-latn', '2026-11-21'],
  ['ar-KW', '2026-11-21'],
  ['ar-SA', '2026-11-22'],
])('a week in %s begins on its first day there', (locale, from) => {
  expect(daysOf('week', wednesday, locale)).toEqual({ from, to: '2026-11-25' });
});

it('a week that began today is today alone', () => {
  const monday = new Date(2026, 10, 23, 0, 5);
  expect(daysOf('week', monday, 'en-GB')).toEqual({ from: '2026-11-23', to: '2026-11-23' });
});

it('the other ranges are the same everywhere', () => {
  for (const locale of ['en-GB', 'ar-KW']) {
    expect(daysOf('yesterday', wednesday, locale)).toEqual({ from: '2026-11-24', to: '2026-11-24' });
    expect(daysOf('month', wednesday, locale)).toEqual({ from: '2026-11-01', to: '2026-11-25' });
  }
});

import { describe, expect, it } from 'vitest';
import { dayText, daysText, typedDay, typedDays } from '../../../../src-renderer/ui/typed-day.ts';

describe('a typed day', () => {
  it.each([
    '21/11/2026',
    '21.11.2026',
    '21-11-2026',
    '21 11 2026',
    ' 21 / 11 / 2026 ',
    '٢١/١١/٢٠٢٦',
    '۲۱/۱۱/۲۰۲۶',
    '\u200f21\u200f/11\u200f/2026',
    '2026-11-21',
    '2026/11/21',
  ])('is read from %j', (text) => {
    expect(typedDay(text)).toBe('2026-11-21');
  });

  it('needs no zeros, and is shown with them', () => {
    expect(typedDay('3/4/2026')).toBe('2026-04-03');
    expect(dayText('2026-04-03')).toBe('03/04/2026');
  });

  it.each([
    '',
    '21',
    '21/11',
    '21/11/26',
    '31/2/2026',
    '29/2/2027',
    '11/21/2026',
    '0/1/2026',
    '21/11/2026 x',
    '21/11/20265',
  ])('is not read from %j', (text) => {
    expect(typedDay(text)).toBeNull();
  });
});

describe('typed days', () => {
  it('are one, or the first and the last of several in either sequence', () => {
    expect(typedDays('21/11/2026')).toEqual({ first: '2026-11-21', last: '2026-11-21' });
    const november = { first: '2026-11-01', last: '2026-11-30' };
    for (const text of ['1/11/2026 - 30/11/2026', '30.11.2026 – 1.11.2026', '٢٠٢٦-١١-٠١ ٢٠٢٦-١١-٣٠'])
      expect(typedDays(text)).toEqual(november);
    expect(daysText(november)).toBe('01/11/2026 - 30/11/2026');
    expect([daysText(null), daysText(typedDays('3/4/2026'))]).toEqual(['', '03/04/2026']);
  });

  it.each(['', '1/11/2026 - 3', '1/11/2026 - 31/11/2026', '1/11/2026 2/11/2026 3/11/2026'])(
    'are none in %j',
    (text) => {
      expect(typedDays(text)).toBeNull();
    },
  );
});

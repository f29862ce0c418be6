import { normalised } from '../../src-shared/search/search-text.ts';

/**
 * What a person typed, in either set of digits, as `2026-11-21`; null where it is no day. The day comes first, or the
 * year where it is first.
 */
export function typedDay(text: string): string | null {
  const [, day, month, year] = /^(\d{1,2})[ .](\d{1,2})[ .](\d{4})$/.exec(normalised(text)) ?? [];
  const [, yearFirst, monthNext, dayLast] = /^(\d{4})[ .](\d{1,2})[ .](\d{1,2})$/.exec(normalised(text)) ?? [];
  const [y, m, d] = [year ?? yearFirst, month ?? monthNext, day ?? dayLast].map(Number);
  if (y === undefined || m === undefined || d === undefined) return null;
  const date = new Date(y, m - 1, d);
  const isDay = date.getFullYear() === y && date.getMonth() === m - 1 && date.getDate() === d;
  return isDay ? `${String(y)}-${padded(m)}-${padded(d)}` : null;
}

/** The other way round, as a field shows it; nothing for no day. */
export function dayText(day: string): string {
  return day.split('-').toReversed().join('/');
}

/** The day at noon here, for words. */
export function noonOf(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date, 12);
}

function padded(part: number): string {
  return String(part).padStart(2, '0');
}

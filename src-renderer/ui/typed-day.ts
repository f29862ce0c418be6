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

/** Days in a row of this counter's own calendar, each as `2026-11-21`; the same twice is one day. */
export interface Days {
  readonly first: string;
  readonly last: string;
}

/** One day as it is typed, or two, of which the earlier one is the first. */
export function typedDays(text: string): Days | null {
  const only = typedDay(text);
  if (only !== null) return { first: only, last: only };
  const parts = normalised(text).split(/[ .]/);
  if (parts.length !== 6) return null;
  const [one, other] = [typedDay(parts.slice(0, 3).join(' ')), typedDay(parts.slice(3).join(' '))];
  if (one === null || other === null) return null;
  return one < other ? { first: one, last: other } : { first: other, last: one };
}

/** As a field shows them; nothing for none. */
export function daysText(days: Days | null): string {
  if (days === null) return '';
  const [first, last] = [dayText(days.first), dayText(days.last)];
  return first === last ? first : `${first} - ${last}`;
}

/** The day at noon here, for words. */
export function noonOf(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date, 12);
}

function padded(part: number): string {
  return String(part).padStart(2, '0');
}

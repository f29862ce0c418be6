import { normalised } from './search-text.ts';

/** A day of this computer's own calendar, as `2026-11-21`. */
type Day = string;

/** How many days ago, by what people say in each language, in the form in which texts are compared. */
const spoken: ReadonlyMap<string, number> = new Map([
  ['today', 0],
  ['اليوم', 0],
  ['yesterday', 1],
  ['امس', 1],
  ['البارحه', 1],
  ['امبارح', 1],
]);

/** The day that a word of the text names, whatever the counter speaks, and the other words; null where none does. */
export function spokenDay(text: string, now: Date): { readonly day: Day; readonly rest: string } | null {
  const words = text.split(/\s+/u).filter((word) => word !== '');
  const at = words.findIndex((word) => spoken.has(normalised(word)));
  const daysAgo = spoken.get(normalised(words[at] ?? ''));
  if (daysAgo === undefined) return null;
  // By the calendar and not by hours: some days have 23 of them or 25.
  const date = new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo, 12);
  return { day: dayOf(date), rest: words.toSpliced(at, 1).join(' ') };
}

export function dayOf(date: Date): Day {
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${date.getFullYear()}-${month ?? ''}-${day ?? ''}`;
}

/** From the first instant of a day until that of the day after the last one, by the clock on this computer's wall. */
export function timesOf(first: Day, last: Day): { readonly from: string; readonly until: string } {
  return { from: beginningOf(first, 0).toISOString(), until: beginningOf(last, 1).toISOString() };
}

function beginningOf(day: Day, later: number): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later);
}

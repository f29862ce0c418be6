import { getDayOfWeek, parseDate } from '@internationalized/date';

/** Days of the calendar here as `2026-11-21`, both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

export const ranges = ['today', 'yesterday', 'week', 'month', 'own'] as const;
export type RangeName = (typeof ranges)[number];

/** The days of a range by its name. A week begins as it does in the calendar where days are picked, by the locale. */
export function daysOf(range: Exclude<RangeName, 'own'>, now: Date, locale: string): Days {
  const on = (shift: number): string => {
    const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + shift);
    return [day.getFullYear(), day.getMonth() + 1, day.getDate()]
      .map((part) => String(part).padStart(2, '0'))
      .join('-');
  };
  switch (range) {
    case 'today':
      return { from: on(0), to: on(0) };
    case 'yesterday':
      return { from: on(-1), to: on(-1) };
    case 'week':
      return { from: on(-getDayOfWeek(parseDate(on(0)), locale)), to: on(0) };
    case 'month':
      return { from: on(1 - now.getDate()), to: on(0) };
  }
}

/** Why these are no days to look at; null where they are. */
export function faultIn({ from }: Days): 'report.missing' | null {
  return from === '' ? 'report.missing' : null;
}

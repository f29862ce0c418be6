import type { Failure } from '../../../src-shared/contract/codes.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { Journal } from '../../journal/journal.ts';
import { isSoldAt } from '../../orders/machine/turns.ts';
import type { Moment } from '../machine/period.ts';
import type { Sale } from '../machine/sale.ts';
import { saleIn } from './sale-row.ts';

/** Days of the shop's calendar as `YYYY-MM-DD`, both included. */
export interface Dates {
  readonly from: string;
  readonly to: string;
}

/** The first moment of these days, and the first one after them. */
export interface Span {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** `input_invalid` names the date at fault. */
export function spanOf({ from, to }: Dates): Result<Span, Failure> {
  const fromMs = startOfDay(from, 0);
  if (fromMs === null) return err({ code: 'input_invalid', field: 'from' });
  const untilMs = startOfDay(to, 1);
  if (untilMs === null || untilMs <= fromMs) return err({ code: 'input_invalid', field: 'to' });
  return ok({ fromMs, untilMs });
}

/** What was begun on these days, the oldest first; whatever became of it. Errors: those of `spanOf`. */
export function begunOn(journal: Pick<Journal, 'projectedBetween'>, dates: Dates): Result<readonly Sale[], Failure> {
  const span = spanOf(dates);
  return span.ok ? ok(journal.projectedBetween(span.value.fromMs, span.value.untilMs).map(saleIn)) : span;
}

/** What was begun on these days and counts as sold, the oldest first. Errors: those of `spanOf`. */
export function salesOn(journal: Pick<Journal, 'projectedBetween'>, dates: Dates): Result<readonly Sale[], Failure> {
  const begun = begunOn(journal, dates);
  return begun.ok ? ok(begun.value.filter(({ turns }) => isSoldAt(turns, Number.POSITIVE_INFINITY))) : begun;
}

/** The day of this computer's calendar on which a moment lies. */
export function dayOf(ms: number): string {
  const at = new Date(ms);
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}

/** No zone of the world is anything but whole quarters of an hour from another. */
const quarterMs = 900_000;

/** Gives the day and the hour of moments, each quarter of an hour looked up once: many sales lie in one. */
export function momentsHere(): (ms: number) => Moment {
  const known = new Map<number, Moment>();
  return (ms) => {
    const quarter = Math.floor(ms / quarterMs);
    const before = known.get(quarter);
    if (before !== undefined) return before;
    const moment = { day: dayOf(ms), hour: new Date(ms).getHours() };
    known.set(quarter, moment);
    return moment;
  };
}

/** The first moment of a day, or of the one so many after it; null for what is no date. */
function startOfDay(date: string, daysLater: number): number | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date) ?? [];
  if (year === undefined || month === undefined || day === undefined) return null;
  // Not the first moment moved on: where a day begins at one o'clock, the next one does not.
  const start = (later: number): number => new Date(Number(year), Number(month) - 1, Number(day) + later).getTime();
  return dayOf(start(0)) === date ? start(daysLater) : null;
}

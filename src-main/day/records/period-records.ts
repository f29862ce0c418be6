import type { Failure } from '../../../src-shared/contract/codes.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { Journal } from '../../journal/journal.ts';
import { isSoldAt } from '../../orders/machine/turns.ts';
import type { Sale } from '../machine/sale.ts';
import { saleIn } from './sale-row.ts';

/** Days of the shop's calendar as `YYYY-MM-DD`, both included. */
export interface Dates {
  readonly from: string;
  readonly to: string;
}

const rowsAtOnce = 2_000;

/** What was begun on these days and counts as sold, the oldest first. `input_invalid` names the date at fault. */
export function salesOn(
  journal: Pick<Journal, 'projectedPage'>,
  { from, to }: Dates,
): Result<readonly Sale[], Failure> {
  const fromMs = startOfDay(from, 0);
  if (fromMs === null) return err({ code: 'input_invalid', field: 'from' });
  const untilMs = startOfDay(to, 1);
  if (untilMs === null || untilMs <= fromMs) return err({ code: 'input_invalid', field: 'to' });
  const sales: Sale[] = [];
  let cursor: string | undefined;
  do {
    const page = journal.projectedPage({
      fromMs,
      untilMs,
      limit: rowsAtOnce,
      ...(cursor === undefined ? {} : { cursor }),
    });
    if (!page.ok) return page;
    for (const row of page.value.items) {
      const sale = saleIn(row);
      if (isSoldAt(sale.turns, Number.POSITIVE_INFINITY)) sales.push(sale);
    }
    cursor = page.value.nextCursor;
  } while (cursor !== undefined);
  return ok(sales.toReversed());
}

/** The day of this machine's calendar on which a moment lies. */
export function dayOf(ms: number): string {
  const at = new Date(ms);
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}

/** The first moment of a day, or of the one so many after it; null for what is no date. */
function startOfDay(date: string, daysLater: number): number | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date) ?? [];
  if (year === undefined || month === undefined || day === undefined) return null;
  // Not the first moment moved on: where a day begins at one o'clock, the next one does not.
  const start = (later: number): number => new Date(Number(year), Number(month) - 1, Number(day) + later).getTime();
  return dayOf(start(0)) === date ? start(daysLater) : null;
}

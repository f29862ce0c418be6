import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { SalesReport } from '../../../src-shared/contract/reports.ts';
import type { LocalizedText } from '../../../src-shared/contract/schemas.ts';
import { ok, type Result } from '../../core/result.ts';
import type { Journal } from '../../journal/journal.ts';
import type { MeansRow } from '../machine/events.ts';
import { periodOf, type Group } from '../machine/period.ts';
import type { Sale } from '../machine/sale.ts';
import { momentsHere, salesOn, type Dates } from '../records/period-records.ts';
import { meansView, totalsView, type Reading } from './day-report.ts';

/** The category of a card as the card list has it now; null where it has the card no more. */
export type CategoryOf = (walletId: string, cardId: string) => CardCategory | null;

export interface CardCategory {
  readonly id: string;
  readonly name: LocalizedText | null;
}

interface ReportPorts {
  readonly journal: Pick<Journal, 'projectedBetween'>;
  readonly nowMs: number;
  /** Absent where no card list is at hand: the report then has no categories. */
  readonly categoryOf?: CategoryOf;
  /** How sales were paid, where the shop notes it. */
  readonly meansOf?: (sales: readonly Sale[]) => readonly (MeansRow & { readonly sales: number })[];
}

/** What was sold on some days, as it stands now. Errors: `input_invalid` with the date at fault. */
export function salesReportOf(
  { journal, nowMs, categoryOf, meansOf }: ReportPorts,
  dates: Dates,
  reading: Reading,
): Result<SalesReport, Failure> {
  const sales = salesOn(journal, dates);
  if (!sales.ok) return sales;
  const names = new Map<string, LocalizedText | null>();
  const idOfCategory = (walletId: string, cardId: string): string | null => {
    const category = categoryOf?.(walletId, cardId) ?? null;
    if (category !== null) names.set(category.id, category.name);
    return category?.id ?? null;
  };
  const period = periodOf(sales.value, {
    momentOf: momentsHere(),
    ...(categoryOf === undefined ? {} : { categoryOf: idOfCategory }),
  });
  const group = <K extends string | null>(
    groups: readonly Group<K>[],
    nameOf: (group: Group<K>) => LocalizedText | null = () => null,
  ): SalesReport['byCard'] =>
    groups.map((each) => ({ id: each.key, name: nameOf(each), ...totalsView(each.totals, reading) }));
  return ok({
    ...dates,
    at: new Date(nowMs).toISOString(),
    totals: totalsView(period.totals, reading),
    byDay: period.byDay.map(({ day, totals }) => ({ day, ...totalsView(totals, reading) })),
    byHour: period.byHour.map(({ hour, totals }) => ({ hour, ...totalsView(totals, reading) })),
    byWallet: group(period.byWallet),
    byCard: group(period.byCard, ({ cardName }) => cardName),
    byCategory: group(period.byCategory, ({ key }) => (key === null ? null : (names.get(key) ?? null))),
    byPerson: group(period.byPerson),
    ...(meansOf === undefined
      ? {}
      : { byMeans: meansOf(sales.value).map((row) => ({ ...meansView(row), sales: row.sales })) }),
  });
}

import { counted } from '../../../src-shared/contract/day-lists.ts';
import type { DayReport } from '../../../src-shared/contract/day.ts';
import { serviceName } from '../../../src-shared/words/service-name.ts';
import { csvFigure, csvFile, csvText, type CsvCell } from '../../pages/csv.ts';
import type { ReportWords } from './report-pieces.ts';

type Totals = DayReport['totals'];

const columns = ['of', 'id', 'name', 'currency', 'sales', 'cards', 'charge'] as const;
const costColumns = ['cost', 'margin'] as const;

/**
 * An X or a Z in figures: a line for each currency of the total, of each card, person and wallet, and of what is in the
 * total from another day. Sales and cards stand in the first line of each alone, so that nobody adds them twice.
 */
export function dayCsv(report: DayReport, { language, personOf, walletOf }: ReportWords): string {
  const { totals, byCard, byCategory = [], byPerson, byWallet, late, takenBack, replacements, running, lost } = report;
  const seesCost = totals.cost !== null;
  const lines = [
    ...linesOf('all', '', '', totals, seesCost),
    ...byCard.flatMap((group) =>
      linesOf('card', group.id ?? '', serviceName(group.name, language) ?? '', group, seesCost),
    ),
    ...byCategory.flatMap((group) =>
      linesOf('category', group.id ?? '', serviceName(group.name, language) ?? '', group, seesCost),
    ),
    ...byPerson.flatMap((group) =>
      linesOf('person', group.id ?? '', group.id === null ? '' : (personOf(group.id) ?? ''), group, seesCost),
    ),
    ...byWallet.flatMap((group) =>
      linesOf('wallet', group.id ?? '', group.id === null ? '' : (walletOf(group.id) ?? ''), group, seesCost),
    ),
  ];
  const parts = [
    ...(late.sales === 0 ? [] : linesOf('late', '', '', late, seesCost)),
    ...(takenBack.sales === 0 ? [] : linesOf('takenBack', '', '', takenBack, seesCost)),
    ...(replacements === undefined ? [] : linesOf('replacements', '', '', replacements, seesCost)),
    ...(running === null ? [] : linesOf('running', '', '', running, seesCost)),
    ...(lost === null ? [] : linesOf('runningInLost', lost.to, '', lost.running, seesCost)),
  ];
  const { owed = [], owedCount, owedSums = [] } = report.payments ?? {};
  const toGiveBack = paidLines('owed', '', owedSums, seesCost, counted(owed, owedCount).count);
  const paid = (report.payments?.means ?? []).flatMap(({ means, received, back }) => [
    ...paidLines('received', means, received, seesCost),
    ...paidLines('back', means, back, seesCost),
  ]);
  return csvFile(
    [...columns, ...(seesCost ? costColumns : [])],
    [...lines, ...parts, ...statesOf(report, seesCost), ...toGiveBack, ...paid, ...cashLines(report, seesCost)],
  );
}

/** What is in no total, or waits for somebody: how many there are, of all and not only of those that a page names. */
function statesOf(report: DayReport, seesCost: boolean): readonly (readonly CsvCell[])[] {
  const { payments, complaints } = report;
  const states = [
    ...report.ended.map(({ state, sales }) => ({ of: 'notSold', id: state, sales })),
    { of: 'noResult', id: '', sales: counted(report.carriedOver, report.carriedOverCount).count },
    { of: 'undecided', id: '', sales: counted(report.undecided, report.undecidedCount).count },
    { of: 'endedLate', id: '', sales: counted(report.endedLate, report.endedLateCount).count },
    { of: 'soldInLost', id: '', sales: counted(report.soldInLost, report.soldInLostCount).count },
    { of: 'voided', id: '', sales: counted(payments?.voided ?? [], payments?.voidedCount).count },
    { of: 'complaints', id: '', sales: complaints?.count ?? 0 },
  ];
  const empty = csvFigure('');
  return states
    .filter(({ sales }) => sales > 0)
    .map(({ of, id, sales }) => [
      csvFigure(of),
      csvText(id),
      csvText(''),
      csvText(''),
      csvFigure(sales),
      empty,
      empty,
      ...(seesCost ? [empty, empty] : []),
    ]);
}

/** What was counted in the till, each time by its moment, and what it should have held at the end. */
function cashLines({ cashCounts, payments, counted: atEnd }: DayReport, seesCost: boolean): readonly CsvCell[][] {
  const { expectedCash = [], uncountedCash = [], difference = [] } = payments ?? {};
  return [
    ...cashCounts.flatMap(({ what, at, counted: sums, expected = [], difference: then = [] }) => [
      ...paidLines(countNames[what], at, sums, seesCost),
      ...paidLines(`${countNames[what]}Expected`, at, expected, seesCost),
      ...paidLines(`${countNames[what]}Difference`, at, then, seesCost),
    ]),
    ...paidLines('cashExpected', '', expectedCash, seesCost),
    ...paidLines('cashUncounted', '', uncountedCash, seesCost),
    ...paidLines('cashCounted', '', atEnd ?? [], seesCost),
    ...paidLines('cashDifference', '', difference, seesCost),
  ];
}

const countNames = { opened: 'cashOpened', handedOver: 'cashHandedOver' } as const;

/** The customers' money, of one means or at one moment: its amount stands where the selling price stands. */
function paidLines(
  of: string,
  id: string,
  sums: Totals['charge'],
  seesCost: boolean,
  sales: number | null = null,
): readonly CsvCell[][] {
  const none = csvFigure('');
  return sums.map(({ amount, currency }, index) => [
    csvFigure(of),
    csvText(id),
    csvText(''),
    csvText(currency),
    sales === null || index > 0 ? none : csvFigure(sales),
    none,
    csvFigure(amount),
    ...(seesCost ? [none, none] : []),
  ]);
}

function linesOf(of: string, id: string, name: string, totals: Totals, seesCost: boolean): readonly CsvCell[][] {
  const { sales, cards, charge, cost, margin } = totals;
  const sums = [...charge, ...(cost ?? []), ...(margin ?? [])];
  const currencies = [...new Set(sums.map(({ currency }) => currency))];
  const amountIn = (all: Totals['charge'] | null, currency: string): CsvCell =>
    csvFigure(all?.find((sum) => sum.currency === currency)?.amount ?? '');
  return (currencies.length === 0 ? [''] : currencies).map((currency, index) => [
    csvFigure(of),
    csvText(id),
    csvText(name),
    csvText(currency),
    csvFigure(index === 0 ? sales : ''),
    csvFigure(index === 0 ? cards : ''),
    amountIn(charge, currency),
    ...(seesCost ? [amountIn(cost, currency), amountIn(margin, currency)] : []),
  ]);
}

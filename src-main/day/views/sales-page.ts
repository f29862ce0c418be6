import type { SalesReport } from '../../../src-shared/contract/reports.ts';
import { serviceName } from '../../../src-shared/words/service-name.ts';
import { dayText } from '../../pages/drawn-values.ts';
import { reportFile, type Block } from '../../pages/report-blocks.ts';
import { meansBlocks } from './paid-blocks.ts';
import { ReportPieces, type ReportWords } from './report-pieces.ts';

/** A report over days as one file that needs nothing else. */
export function salesPage(report: SalesReport, words: ReportWords): string {
  return reportFile(salesBlocks(report, words), { language: words.language, title: salesTitle(report, words) });
}

export function salesTitle({ from, to }: SalesReport, words: ReportWords): string {
  const pieces = new ReportPieces(words);
  const [first, last] = [dayText(from, words.language), dayText(to, words.language)];
  return from === to ? pieces.text('report.of', { day: first }) : pieces.text('report.ofDays', { first, last });
}

/** A report over days, all that it says. */
export function salesBlocks(report: SalesReport, words: ReportWords): readonly Block[] {
  const pieces = new ReportPieces(words);
  const { language, walletOf } = words;
  const { totals, byDay, byHour, byCard, byCategory, byPerson, byWallet } = report;
  const isOneDay = report.from === report.to;
  const [mostOfDay, mostOfHour] = [byDay, byHour].map((all) => Math.max(1, ...all.map(({ cards }) => cards)));
  const nameOf = ({ id, name }: SalesReport['byCard'][number]): string =>
    serviceName(name, language) ?? id ?? pieces.unnamed();
  return [
    { kind: 'title', text: salesTitle(report, words) },
    { kind: 'facts', rows: [pieces.fact('day.now', pieces.time(report.at))] },
    ...pieces.figures(totals),
    ...pieces.groups(
      'report.byDay',
      isOneDay ? [] : byDay,
      ({ day }) => dayText(day, language),
      ({ cards }) => cards / (mostOfDay ?? 1),
    ),
    ...pieces.groups(
      'report.byHour',
      byHour,
      ({ hour }) => hourText(hour),
      ({ cards }) => cards / (mostOfHour ?? 1),
    ),
    ...meansBlocks(report.byMeans ?? [], pieces),
    ...pieces.groups('report.byCategory', byCategory, (group) =>
      group.id === null ? pieces.text('report.noCategory') : nameOf(group),
    ),
    ...pieces.groups('day.byCard', byCard, nameOf),
    ...pieces.groups('day.byPerson', byPerson.some(({ id }) => id !== null) ? byPerson : [], ({ id }) =>
      pieces.person(id),
    ),
    ...pieces.groups('day.byWallet', byWallet, ({ id }) => (id === null ? pieces.unnamed() : (walletOf(id) ?? id))),
  ];
}

/** The hour from its first minute to its last. */
function hourText(hour: number): string {
  const hours = String(hour).padStart(2, '0');
  return `${hours}:00-${hours}:59`;
}

import type { ComparisonLine } from '../../../src-shared/contract/reports.ts';
import type { Language } from '../../../src-shared/words/languages.ts';
import { serviceName } from '../../../src-shared/words/service-name.ts';
import { csvFigure, csvFile, csvText, type CsvCell } from '../../pages/csv.ts';

const columns = [
  'result',
  'order',
  'card',
  'cards',
  'time',
  'here',
  'here_amount',
  'here_currency',
  'there',
  'there_amount',
  'there_currency',
  'differs',
  'error',
] as const;

/** One line for each order that was compared, the equal ones too. */
export function comparisonCsv(lines: readonly ComparisonLine[], language: Language): string {
  return csvFile(
    columns,
    lines.map((line): readonly CsvCell[] => [
      csvFigure(line.outcome),
      csvFigure(line.operationId ?? ''),
      csvText(serviceName(line.cardName, language) ?? ''),
      csvFigure(line.cards ?? ''),
      csvText(line.at ?? ''),
      csvFigure(line.state ?? ''),
      csvFigure(line.here?.amount ?? ''),
      csvText(line.here?.currency ?? ''),
      csvFigure(line.stateThere ?? ''),
      csvFigure(line.there?.amount ?? ''),
      csvText(line.there?.currency ?? ''),
      csvFigure(line.differs.join(':')),
      csvFigure(line.failure?.code ?? ''),
    ]),
  );
}

import type { ComparedBalances, ComparisonLine } from '../../../src-shared/contract/reports.ts';
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
  'wallet',
  'opening',
  'bought',
  'closing',
  'unexplained_least',
  'unexplained_most',
  'wallet_currency',
  'possible_causes',
] as const;

/** One line for each order that was compared, the equal ones too, and one for the balance of each wallet. */
export function comparisonCsv(
  lines: readonly ComparisonLine[],
  balances: ComparedBalances | null,
  language: Language,
): string {
  return csvFile(columns, [
    ...lines.map((line) => lineCells(line, language)),
    ...(balances?.wallets ?? []).map(walletCells),
  ]);
}

function lineCells(line: ComparisonLine, language: Language): readonly CsvCell[] {
  return [
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
    ...noWallet,
  ];
}

const noWallet: readonly CsvCell[] = Array.from({ length: 8 }, () => csvFigure(''));
const noOrder: readonly CsvCell[] = Array.from({ length: 10 }, () => csvFigure(''));

function walletCells(wallet: ComparedBalances['wallets'][number]): readonly CsvCell[] {
  const { walletId, currency, opening, bought, closing, unexplained, causes, unchecked } = wallet;
  return [
    csvFigure('balance'),
    ...noOrder,
    csvFigure(''),
    csvFigure(unchecked ?? ''),
    csvText(walletId),
    csvFigure(opening ?? ''),
    csvFigure(bought ?? ''),
    csvFigure(closing ?? ''),
    csvFigure(unexplained?.least ?? ''),
    csvFigure(unexplained?.most ?? ''),
    csvText(currency),
    csvFigure(causes.join(':')),
  ];
}

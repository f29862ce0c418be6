import { serviceName } from '../../../src-shared/words/service-name.ts';
import { csvFigure, csvFile, csvText, type CsvCell } from '../../pages/csv.ts';
import type { Sum } from '../machine/events.ts';
import type { Sale } from '../machine/sale.ts';
import { dayOf } from '../records/period-records.ts';
import type { Reading } from './day-report.ts';
import type { ReportWords } from './report-pieces.ts';

type CsvWords = Reading & ReportWords;

const columns = ['date', 'time', 'sale', 'order', 'card', 'wallet', 'wallet_name', 'person', 'cards'] as const;
const costColumns = ['cost', 'cost_currency'] as const;
const chargeColumns = ['charge', 'charge_currency'] as const;
const marginColumns = ['margin', 'margin_currency'] as const;

/** One line for each sale. Who may not see the cost has no columns of it, nor of the margin. */
export function salesCsv(sales: readonly Sale[], words: CsvWords): string {
  const { seesCost } = words;
  const names = [...columns, ...(seesCost ? costColumns : []), ...chargeColumns, ...(seesCost ? marginColumns : [])];
  return csvFile(
    names,
    sales.map((sale) => lineOf(sale, words)),
  );
}

function lineOf(sale: Sale, { language, personOf, walletOf, seesCost }: CsvWords): readonly CsvCell[] {
  const { intendedAtMs, saleNumber, operationId, cardId, cardName, walletId, by, cards, cost, charge, margin } = sale;
  return [
    csvFigure(dayOf(intendedAtMs)),
    csvFigure(timeOf(intendedAtMs)),
    csvText(saleNumber ?? ''),
    csvFigure(operationId),
    csvText(serviceName(cardName, language) ?? cardId),
    csvText(walletId),
    csvText(walletOf(walletId) ?? ''),
    csvText(by === null ? '' : (personOf(by) ?? by)),
    csvFigure(cards),
    ...(seesCost ? sumCells(cost) : []),
    ...sumCells(charge),
    ...(seesCost ? sumCells(margin) : []),
  ];
}

/** The currency is the service's own word. */
function sumCells(sum: Sum | null): readonly CsvCell[] {
  return sum === null ? [csvFigure(''), csvFigure('')] : [csvFigure(sum.amount), csvText(sum.currency)];
}

function timeOf(ms: number): string {
  const at = new Date(ms);
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}

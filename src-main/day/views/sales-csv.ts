import type { Language } from '../../../src-shared/words/languages.ts';
import { serviceName } from '../../../src-shared/words/service-name.ts';
import { csvFigure, csvFile, csvText, type CsvCell } from '../../pages/csv.ts';
import type { Sum } from '../machine/events.ts';
import type { Sale } from '../machine/sale.ts';
import { dayOf } from '../records/period-records.ts';
import type { Reading } from './day-report.ts';

export interface CsvWords extends Reading {
  /** In which names of cards are given first. */
  readonly language: Language;
  readonly nameOf: (person: string) => string | null;
}

const columns = ['date', 'time', 'order', 'card', 'wallet', 'person', 'cards'] as const;
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

function lineOf(sale: Sale, { language, nameOf, seesCost }: CsvWords): readonly CsvCell[] {
  const { intendedAtMs, operationId, cardId, cardName, walletId, by, cards, cost, charge, margin } = sale;
  return [
    csvFigure(dayOf(intendedAtMs)),
    csvFigure(timeOf(intendedAtMs)),
    csvFigure(operationId),
    csvText(serviceName(cardName, language) ?? cardId),
    csvText(walletId),
    csvText(by === null ? '' : (nameOf(by) ?? by)),
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

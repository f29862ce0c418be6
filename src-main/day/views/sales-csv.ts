import type { Language } from '../../../src-shared/words/languages.ts';
import { serviceName } from '../../../src-shared/words/service-name.ts';
import type { Sale } from '../machine/sale.ts';
import { dayOf } from '../records/period-records.ts';

export interface CsvWords {
  /** In which names of cards are given first. */
  readonly language: Language;
  readonly nameOf: (person: string) => string | null;
}

const columns = [
  'date',
  'time',
  'order',
  'card',
  'wallet',
  'person',
  'cards',
  'cost',
  'cost_currency',
  'charge',
  'charge_currency',
] as const;

/**
 * One line for each sale (RFC 4180), with a byte order mark, by which spreadsheets know UTF-8. The names of the columns
 * stay as they are, for programs read them. Amounts and numbers are plain figures.
 */
export function salesCsv(sales: readonly Sale[], words: CsvWords): string {
  const lines = sales.map((sale) => lineOf(sale, words).join(','));
  return `\u{FEFF}${[columns.join(','), ...lines].map((line) => `${line}\r\n`).join('')}`;
}

function lineOf(sale: Sale, { language, nameOf }: CsvWords): readonly string[] {
  const { intendedAtMs, operationId, cardId, cardName, walletId, by, cards, cost, charge } = sale;
  return [
    dayOf(intendedAtMs),
    timeOf(intendedAtMs),
    operationId,
    textCell(serviceName(cardName, language) ?? cardId),
    walletId,
    textCell(by === null ? '' : (nameOf(by) ?? by)),
    String(cards),
    cost.amount,
    cost.currency,
    charge?.amount ?? '',
    charge?.currency ?? '',
  ];
}

/** What a spreadsheet would take for a formula, also in full width, begins with an apostrophe (CWE-1236). */
function textCell(text: string): string {
  const plain = /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text;
  return `"${plain.replaceAll('"', '""')}"`;
}

function timeOf(ms: number): string {
  const at = new Date(ms);
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}

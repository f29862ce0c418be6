import { languages, type Language } from '../../src-shared/words/languages.ts';
import { drawnText } from '../../src-shared/words/main-text.ts';
import { serviceName } from '../../src-shared/words/service-name.ts';
import type { CardCodes } from '../core/card-codes.ts';
import type { Order } from '../orders/codes/order-codes.ts';
import type { Sheet } from './workbook.ts';

/** One order of the sale, and its codes. */
export interface OrderWithCodes {
  readonly intent: Pick<Order['intent'], 'cardName' | 'saleNumber'>;
  /** What the card list says that the card is worth, in its own words; null where it says nothing. */
  readonly faceValue: string | null;
  readonly codes: readonly CardCodes[];
}

/** A row for each card of a sale. What no card has is no column. */
export function codesSheet(orders: readonly OrderWithCodes[], language: Language): Sheet {
  const text = drawnText(language);
  const rows = orders.flatMap(({ intent, faceValue, codes }) =>
    codes.map(({ voucher, serialNumber }) => ({
      card: serviceName(intent.cardName, language) ?? text('paper.unnamed'),
      value: faceValue ?? '',
      voucher: voucher ?? '',
      serialNumber: serialNumber ?? '',
      sale: intent.saleNumber ?? '',
    })),
  );
  const columns = (['card', 'value', 'voucher', 'serialNumber', 'sale'] as const).filter(
    (column) => column === 'card' || rows.some((row) => row[column] !== ''),
  );
  const header = columns.map((column) => text(column === 'sale' ? 'paper.saleNumber' : headers[column]));
  const sale = orders[0]?.intent.saleNumber;
  return {
    name: sale === undefined ? text('codes.title') : `${text('codes.title')} ${sale}`,
    rightToLeft: languages[language].dir === 'rtl',
    header: [text('paper.number'), ...header],
    rows: rows.map((row, index) => [String(index + 1), ...columns.map((column) => row[column])]),
  };
}

const headers = {
  card: 'paper.card',
  value: 'codesFile.value',
  voucher: 'paper.voucher',
  serialNumber: 'paper.serialNumber',
} as const;

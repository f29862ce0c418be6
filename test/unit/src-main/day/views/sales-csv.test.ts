import { expect, it } from 'vitest';
import { knownId, type StaffId } from '../../../../../src-main/core/ids.ts';
import type { Sale } from '../../../../../src-main/day/machine/sale.ts';
import { salesCsv } from '../../../../../src-main/day/views/sales-csv.ts';
import { systemRandomness } from '../../../../../src-main/hosts/system-ports.ts';
import { saleWith } from '../sale-samples.ts';

const omar = knownId<StaffId>(systemRandomness.uuid());
const gone = knownId<StaffId>(systemRandomness.uuid());
const walletId = 'main';
const names = new Map<string, string>([[omar, 'عمر "the quick", Omar']]);

function csvOf(...sales: readonly Sale[]): string {
  return salesCsv(sales, {
    language: 'en',
    personOf: (person) => names.get(person) ?? null,
    walletOf: (id) => (id === walletId ? '=Main wallet' : null),
    seesCost: true,
  });
}

/** As a spreadsheet reads it (RFC 4180). */
function cellsIn(csv: string): readonly (readonly string[])[] {
  const lines: string[][] = [[]];
  for (const [, quoted, plain = '', end = ''] of csv.slice(1).matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    lines.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\r\n') lines.push([]);
  }
  return lines.slice(0, -1);
}

it('has a line for each sale, whatever is in a name, and amounts as plain figures', () => {
  const csv = csvOf(
    saleWith({
      by: omar,
      walletId,
      saleNumber: 'C7-0412',
      cardName: { en: 'Store, "5"\r\nKWD', ar: 'متجر' },
      charge: { amount: '1.500', currency: 'KWD' },
      margin: { amount: '-0.250', currency: 'KWD' },
    }),
    saleWith({ by: gone, cardName: { ar: 'متجر' }, cards: 3, cost: { amount: '1250000.000', currency: 'LBP' } }),
    saleWith({ cardId: 'card without a name' }),
  );
  expect(csv.startsWith('\u{FEFF}date,time,sale,order,')).toBe(true);
  const [head = [], ...lines] = cellsIn(csv);
  expect(lines.map((line) => Object.fromEntries(head.map((name, index) => [name, line[index]])))).toMatchObject([
    {
      sale: 'C7-0412',
      card: 'Store, "5"\r\nKWD',
      wallet: walletId,
      wallet_name: "'=Main wallet",
      person: 'عمر "the quick", Omar',
      cards: '1',
      cost: '1.250',
      charge: '1.500',
      charge_currency: 'KWD',
      margin: '-0.250',
      margin_currency: 'KWD',
    },
    {
      card: 'متجر',
      wallet_name: '',
      person: gone,
      cards: '3',
      cost: '1250000.000',
      cost_currency: 'LBP',
      charge: '',
      margin: '',
    },
    { card: 'card without a name', person: '' },
  ]);
  expect(lines.every((line) => line.length === head.length)).toBe(true);
});

it.each(['=1+1', '+1', '-1', '@sum', '\t=1', '\r=1', '\n=1', ' =1', '＝1', '＋1', '－1', '＠a', '\u00A0=1'])(
  'a name that a spreadsheet would run, %j, is text there',
  (name) => {
    const [, [, , , , card = ''] = []] = cellsIn(csvOf(saleWith({ cardName: { en: name } })));
    expect(card).toBe(`'${name}`);
  },
);

it.each(['5 = five', 'a-b', '1+1', 'متجر -5'])('a name that is none, %j, stays as it is', (name) => {
  const [, [, , , , card = ''] = []] = cellsIn(csvOf(saleWith({ cardName: { en: name } })));
  expect(card).toBe(name);
});

it('has no column of what the shop pays where its reader may not know it', () => {
  const sale = saleWith({ charge: { amount: '1.500', currency: 'KWD' }, margin: { amount: '0.375', currency: 'KWD' } });
  const csv = salesCsv([sale], { language: 'en', personOf: () => null, walletOf: () => null, seesCost: false });
  const [head = [], line = []] = cellsIn(csv);
  const told = ['date', 'time', 'sale', 'order', 'card', 'wallet', 'wallet_name', 'person', 'cards'];
  expect(head).toEqual([...told, 'charge', 'charge_currency']);
  expect(line).toHaveLength(head.length);
  expect(csv).not.toMatch(/cost|margin|1\.250|0\.375/);
});

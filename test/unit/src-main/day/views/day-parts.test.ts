import { expect, it } from 'vitest';
import { dayCsv } from '../../../../../src-main/day/views/day-csv.ts';
import { dayPage } from '../../../../../src-main/day/views/day-page.ts';
import type { DayReport } from '../../../../../src-shared/contract/day.ts';
import { languageCodes } from '../../../../../src-shared/words/languages.ts';

const sums = (kwd: string, usd: string) => [
  { amount: kwd, currency: 'KWD' },
  { amount: usd, currency: 'USD' },
];
const totalsOf = (sales: number, kwd: string, usd: string): DayReport['totals'] => ({
  sales,
  cards: sales * 2,
  charge: sums(kwd, usd),
  uncharged: 0,
  cost: [{ amount: '1.111', currency: 'KWD' }],
  margin: [{ amount: '0.222', currency: 'KWD' }],
});
const line = (id: number) => ({
  operationId: `0a000000-0000-4000-8000-00000000000${id}`,
  cardName: { en: `Card ${id}`, ar: `بطاقة ${id}` },
  cards: 2,
  intendedAt: '2026-11-23T18:00:00.000Z',
  state: 'completed' as const,
});
const report: DayReport = {
  name: '2-17',
  from: '2026-11-23T20:10:00.000Z',
  until: '2026-11-24T20:05:00.000Z',
  by: 'closer',
  firstSeq: 1,
  lastSeq: 2,
  headHash: 'hash',
  totals: totalsOf(9, '90.000', '91.00'),
  byWallet: [],
  byCard: [],
  byPerson: [],
  late: totalsOf(1, '31.000', '32.50'),
  lateOrders: [{ ...line(1), begunIn: '2-16' }],
  takenBack: totalsOf(1, '41.000', '42.50'),
  takenBackOrders: [line(2)],
  undecided: [line(3)],
  endedLate: [{ ...line(4), begunIn: '2-15' }],
  soldInLost: [],
  replacements: totalsOf(1, '0.000', '0.00'),
  ended: [
    { state: 'refused', sales: 4 },
    { state: 'failed', sales: 5 },
    { state: 'notBought', sales: 6 },
  ],
  carriedOver: [line(5)],
  carriedOverCount: 201,
  running: totalsOf(99, '900.000', '910.00'),
  lost: null,
  counted: null,
  cashCounts: [],
};

/** As a person reads it, without the marks that keep directions apart. */
const textOf = (html: string): string =>
  html
    .slice(html.indexOf('<main'))
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/[\u2066-\u2069]/g, '')
    .replaceAll(/\s+/g, ' ');

const words = {
  en: {
    late: /Sold late \(1\) .*31\.000 KWD 32\.50 USD .*Card 1 × 2/,
    begunIn: '2-16',
    states: 'Refused 4 Not bought 11',
  },
  ar: { late: /31\.000 د\.ك 32\.50 \$.*بطاقة 1 × 2/, begunIn: '2-16', states: 'مرفوض 4 لم يتم الشراء 11' },
};

it.each(languageCodes)(
  'a Z on paper in %s has what came late with its money and its day, and what was not sold by state',
  (language) => {
    const page = textOf(
      dayPage(report, { language, personOf: (id) => (id === 'closer' ? '<Mona>' : null), walletOf: () => null }),
    );
    expect(page).toMatch(words[language].late);
    expect(page).toContain('41.000');
    expect(page).toMatch(/ &lt;Mona&gt; /);
    for (const name of ['2-16', '2-15']) expect(page).toContain(name);
    expect(page).toContain(words[language].states);
  },
);

it('a Z for spreadsheets has them as lines of their own, and each number of sales once', () => {
  const csv = dayCsv(report, { language: 'en', personOf: () => null, walletOf: () => null });
  expect(csv.replaceAll('"', '').split('\r\n').slice(1, -1)).toEqual([
    'all,,,KWD,9,18,90.000,1.111,0.222',
    'all,,,USD,,,91.00,,',
    'late,,,KWD,1,2,31.000,1.111,0.222',
    'late,,,USD,,,32.50,,',
    'takenBack,,,KWD,1,2,41.000,1.111,0.222',
    'takenBack,,,USD,,,42.50,,',
    'replacements,,,KWD,1,2,0.000,1.111,0.222',
    'replacements,,,USD,,,0.00,,',
    'running,,,KWD,99,198,900.000,1.111,0.222',
    'running,,,USD,,,910.00,,',
    'notSold,refused,,,4,,,,',
    'notSold,failed,,,5,,,,',
    'notSold,notBought,,,6,,,,',
    'noResult,,,,201,,,,',
    'undecided,,,,1,,,,',
    'endedLate,,,,1,,,,',
  ]);
  const without = (totals: DayReport['totals']) => ({ ...totals, cost: null, margin: null });
  const told = dayCsv(
    { ...report, totals: without(report.totals), late: without(report.late), takenBack: without(report.takenBack) },
    { language: 'en', personOf: () => null, walletOf: () => null },
  );
  const [head = '', ...lines] = told.split('\r\n').slice(0, -1);
  expect(lines.every((each) => each.split(',').length === head.split(',').length)).toBe(true);
  expect(told).not.toMatch(/cost|margin|1\.111|0\.222/);
});

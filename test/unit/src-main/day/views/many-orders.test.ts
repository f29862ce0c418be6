import { expect, it } from 'vitest';
import type { OpenComplaint, ZPayments } from '../../../../../src-main/day/machine/events.ts';
import type { Sale } from '../../../../../src-main/day/machine/sale.ts';
import { lineOf, zOf, type ZCircumstances } from '../../../../../src-main/day/machine/z.ts';
import { dayCsv } from '../../../../../src-main/day/views/day-csv.ts';
import { dayBlocks, dayPage } from '../../../../../src-main/day/views/day-page.ts';
import { reportOfX, reportOfZ } from '../../../../../src-main/day/views/day-report.ts';
import { reportPapers } from '../../../../../src-main/pages/report-blocks.ts';
import { papers } from '../../../../../src-main/receipts/papers.ts';
import { dayCalls } from '../../../../../src-shared/contract/day.ts';
import { languageCodes } from '../../../../../src-shared/words/languages.ts';
import { saleWith } from '../sale-samples.ts';

const many = 250;
const named = 200;
const cost = { amount: '1.250', currency: 'KWD' };
const charged = { charge: { amount: '1.500', currency: 'KWD' }, margin: { amount: '0.250', currency: 'KWD' }, cost };
const before = 100;
const lastSeq = 200;
const of = (changes: Partial<Sale>): Sale[] => Array.from({ length: many }, () => saleWith({ ...charged, ...changes }));

const old = { intendedSeq: 10 };
const late = of({ ...old, turns: [150] });
const takenBack = of({ ...old, turns: [20, 150], state: 'notBought' });
const undecided = of({ ...old, turns: [20], state: 'attention', isPending: true });
const endedLate = of({ ...old, turns: [], state: 'refused' });
const carriedOver = of({ intendedSeq: 160, turns: [], state: 'unknown', isPending: true });
const soldInLost = of({ ...old, turns: [150] });
const all = [...late, ...takenBack, ...undecided, ...endedLate, ...carriedOver, ...soldInLost];
const payments: ZPayments = {
  means: [],
  voided: late.map(lineOf),
  owed: endedLate.map((sale) => ({ order: lineOf(sale), sum: { amount: '1.500', currency: 'KWD' } })),
};
const complaints = late.map(({ operationId }): OpenComplaint => ({
  complaintId: operationId,
  operationId,
  cardName: null,
  openedAtMs: 0,
  sent: false,
}));

/** A lost branch had the results of `soldInLost`, and carried these over. */
const chain: ZCircumstances['chain'] = { path: [], head: { seq: lastSeq, hash: 'head' }, hashAt: () => 'other' };
const waiting = [...late, ...undecided, ...endedLate].map(({ operationId }) => operationId);
const running = { sales: 0, cards: 0, charge: [], uncharged: 0, cost: [], margin: [] };
const z = zOf(all, {
  before: null,
  beforeAtMs: null,
  turnedSince: 1,
  shiftId: null,
  remembered: {
    epoch: 1,
    number: 3,
    running,
    ends: [
      {
        path: [{ seq: 90, hash: 'lost', boundarySeq: before }],
        lastSeq: before,
        headHash: 'lost head',
        carriedOver: waiting,
      },
    ],
  },
  chain,
  zWith: () => null,
  complaints,
  payments: () => payments,
});
const reading = { seesCost: true };
const records = { cashCounts: () => [] };
const lists = ['lateOrders', 'takenBackOrders', 'undecided', 'endedLate', 'carriedOver', 'soldInLost'] as const;
const reports = {
  X: reportOfX({ ...records, x: () => z }, 0, reading),
  Z: reportOfZ(records, { z, seq: 201, issuedAtMs: 0, by: null, counted: null }, reading),
};

it.each(['X', 'Z'] as const)(
  'an %s with 250 orders in each list says so of each, and its sums are of all of them',
  (kind) => {
    const report = reports[kind];
    expect(dayCalls.z.output.parse(report)).toEqual(report);
    for (const list of lists) expect([list, report[list].length, report[`${list}Count`]]).toEqual([list, named, many]);
    expect([report.payments?.voided.length, report.payments?.voidedCount]).toEqual([named, many]);
    expect([report.payments?.owed.length, report.payments?.owedCount]).toEqual([named, many]);
    expect([report.complaints?.items.length, report.complaints?.count]).toEqual([named, many]);
    // 250 times 1.500, and as much taken back.
    expect(report.late).toMatchObject({ sales: many, charge: [{ amount: '375.000', currency: 'KWD' }] });
    expect(report.takenBack).toMatchObject({ sales: many, cost: [{ amount: '312.500', currency: 'KWD' }] });
    expect(report.totals).toMatchObject({ sales: 0, charge: [{ amount: '0.000', currency: 'KWD' }] });
  },
);

const more = { en: 'And 50 more.', ar: 'و50 غيرها.' };

it.each(languageCodes)(
  'on a page and on each paper in %s each of these lists says how many are not named',
  (language) => {
    const words = { language, personOf: () => null, walletOf: () => null };
    const drawn = [
      dayPage(reports.Z, words),
      ...[papers['58mm'], papers['80mm'], papers.a4].map((paper) =>
        reportPapers(dayBlocks(reports.X, words), paper, { language, title: 'X' }).join(''),
      ),
    ];
    // Six lists of orders, those that are void or owed, and complaints.
    expect(drawn.map((page) => page.split(more[language]).length - 1)).toEqual([9, 9, 9, 9]);
    expect(drawn.map((page) => page.split(`(${many})`).length - 1)).toEqual([9, 9, 9, 9]);
  },
);

it('in a table the counts are of all', () => {
  const lines = dayCsv(reports.Z, { language: 'en', personOf: () => null, walletOf: () => null })
    .replaceAll('"', '')
    .split('\r\n');
  const counts = lines.map((row) => row.split(',')).map(([name = '', , , , count = '']) => `${name} ${count}`);
  for (const name of [
    'late',
    'takenBack',
    'noResult',
    'undecided',
    'endedLate',
    'soldInLost',
    'voided',
    'owed',
    'complaints',
  ])
    expect(counts).toContain(`${name} ${many}`);
});

it('a report without counts, as older versions wrote it, is of what it names', () => {
  const { undecidedCount: _, ...older } = reports.X;
  const said = dayCsv(dayCalls.x.output.parse(older), { language: 'en', personOf: () => null, walletOf: () => null });
  expect(said).toMatch(/undecided,.*,200,/);
});

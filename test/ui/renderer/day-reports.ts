import type { DayReport, ShiftView } from '../../../src-shared/contract/day.ts';
import type { StaffView } from '../../../src-shared/contract/staff.ts';
import { id, walletIds } from './double-data.ts';

/** Days with everything in them, for the tests and the pictures of the day. */

export const omar = { id: id(9, 1), name: 'Omar', role: 'cashier' } as const;
export const mona = { id: id(9, 2), name: 'Mona', role: 'manager' } as const;
export const sara = { id: id(9, 3), name: 'Sara', role: 'auditor' } as const;
export const staffWith = (me: string): Pick<StaffView, 'people' | 'me'> => ({ people: [omar, mona, sara], me });

export const openShift: ShiftView = {
  open: { openedAt: '2026-11-24T06:00:00.000Z', by: omar.id },
  lastZ: { name: '2-16', issuedAt: '2026-11-23T20:10:00.000Z' },
};

type Totals = DayReport['totals'];
type Line = DayReport['carriedOver'][number];

const sums = (kwd: string, usd?: string): Totals['charge'] => [
  { amount: kwd, currency: 'KWD' },
  ...(usd === undefined ? [] : [{ amount: usd, currency: 'USD' }]),
];

const longName = {
  en: 'Example Console Store, twelve months of membership with all games, for Kuwait and the Gulf, 1,250 credits',
  ar: 'متجر أجهزة الألعاب، عضوية اثني عشر شهرًا مع كل الألعاب، للكويت والخليج، 1250 نقطة',
};

const some = (sales: number, kwd: string, usd?: string): Totals => ({
  sales,
  cards: sales + 5,
  charge: sums(kwd, usd),
  uncharged: 0,
  cost: sums(kwd, usd),
  margin: sums('4.850'),
});

const line = (number: number, state: Line['state']): Line => ({
  operationId: id(8, number),
  cardName: { en: 'Zain 5 KWD', ar: 'زين 5 د.ك' },
  cards: 2,
  intendedAt: '2026-11-24T17:40:00.000Z',
  state,
});

/** With late sales, sales taken back, unfinished ones, two currencies, and a person who was removed. */
export const fullDay: Partial<DayReport> = {
  cashCounts: [
    { at: '2026-11-24T06:00:00.000Z', what: 'opened', by: omar.id, counted: sums('25.500', '10.000') },
    { at: '2026-11-24T13:00:00.000Z', what: 'handedOver', by: null, counted: sums('140.750') },
  ],
  totals: { ...some(214, '1261.250', '320.000'), uncharged: 3 },
  byCard: [
    { id: id(4, 1), name: { en: 'Zain 5 KWD', ar: 'زين 5 د.ك' }, ...some(160, '800.000') },
    { id: id(4, 2), name: longName, ...some(54, '461.250', '320.000') },
    // Taken back, and nothing sold.
    { id: id(4, 3), name: { en: 'Ooredoo 5', ar: 'أوريدو 5' }, ...some(-1, '-5.000'), cards: -2 },
  ],
  byPerson: [
    { id: omar.id, name: null, ...some(120, '700.000', '320.000') },
    { id: mona.id, name: null, ...some(80, '500.000') },
    { id: id(9, 77), name: null, ...some(10, '50.000') },
    { id: null, name: null, ...some(4, '11.250') },
  ],
  byWallet: [
    { id: walletIds.kwd, name: null, ...some(190, '1261.250') },
    { id: walletIds.usd, name: null, ...some(24, '0.000', '320.000') },
  ],
  late: some(1, '5.000'),
  lateOrders: [{ ...line(1, 'completed'), begunIn: '2-16' }],
  takenBack: some(1, '5.000'),
  takenBackOrders: [line(2, 'notBought')],
  ended: [
    { state: 'refused', sales: 4 },
    { state: 'failed', sales: 2 },
    { state: 'notBought', sales: 1 },
    { state: 'cancelled', sales: 3 },
  ],
  carriedOver: [line(3, 'unknown'), line(5, 'attention')],
  carriedOverCount: 2,
  undecided: [line(6, 'attention')],
  endedLate: [{ ...line(7, 'refused'), begunIn: '2-16' }],
};

/** More of everything than anybody wants to read at once. */
export const largeDay: Partial<DayReport> = {
  ...fullDay,
  byCard: Array.from({ length: 300 }, (_, index) => ({
    id: id(4, index + 1),
    name: index === 7 ? longName : { en: `Example Card ${index + 1}`, ar: `بطاقة المثال ${index + 1}` },
    ...some(300 - index, '12345.500', '98765.430'),
  })),
  carriedOver: Array.from({ length: 200 }, (_, index) => line(1000 + index, 'unknown')),
  carriedOverCount: 300,
  undecided: Array.from({ length: 200 }, (_, index) => line(2000 + index, 'attention')),
  undecidedCount: 237,
};

/** The first day after a restore that took two Zs along. */
export const dayAfterRestore: Partial<DayReport> = {
  lost: { from: '1-14', to: '1-16', running: some(4_812, '98765.430') },
  soldInLost: [line(8, 'completed')],
};

/** Of a shop that notes how customers pay, with a till that does not hold what it should. */
export const paidDay: Partial<DayReport> = {
  cashCounts: [{ at: '2026-11-24T06:00:00.000Z', what: 'opened', by: omar.id, counted: sums('25.500') }],
  counted: sums('79.000'),
  byCategory: [
    { id: id(3, 1), name: { en: 'Mobile', ar: 'اتصالات' }, ...some(11, '56.250') },
    { id: null, name: null, ...some(1, '5.000') },
  ],
  payments: {
    means: [
      { means: 'cash', received: sums('56.250'), back: sums('2.500'), net: sums('53.750') },
      { means: 'card', received: sums('5.000'), back: [], net: sums('5.000') },
    ],
    voided: [line(9, 'completed')],
    owed: [
      { order: line(2, 'notBought'), sum: { amount: '5.000', currency: 'KWD' } },
      { order: line(6, 'failed'), sum: { amount: '1.250', currency: 'KWD' } },
    ],
    owedSums: sums('6.250'),
    expectedCash: sums('79.250'),
    difference: sums('-0.250'),
  },
};

/** Counted at the opening and when the shift was taken over: then some was missing. */
export const takenOverCash: DayReport['cashCounts'] = [
  { at: '2026-11-24T06:00:00.000Z', what: 'opened', by: omar.id, counted: sums('25.500') },
  {
    at: '2026-11-24T14:00:00.000Z',
    what: 'handedOver',
    by: mona.id,
    counted: sums('79.000'),
    expected: sums('79.250'),
    difference: sums('-0.250'),
  },
];

import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { differences, type Words } from '../../../../scripts/first-day/agree.ts';
import { sumOf } from '../../../../scripts/first-day/amounts.ts';

const dinars = (amount: string) => [{ amount, currency: 'KWD' }];
const totals = (sales: number, cards: number, cost: string, charge: string) => ({
  sales,
  cards,
  cost: dinars(cost),
  charge: dinars(charge),
  margin: dinars(new Big(charge).minus(cost).toFixed(3)),
});
const known = (
  name: string,
  soldCardIds: readonly string[],
  cost: string,
  charge: string,
): Words['orders'][number] => ({
  order: {
    operationId: name,
    walletId: 'wallet',
    state: 'completed',
    quantity: soldCardIds.length,
    total: { amount: cost, currency: 'KWD' },
    charge: { price: { amount: charge, currency: 'KWD' }, total: { amount: charge, currency: 'KWD' } },
    codes: soldCardIds.map((soldCardId) => ({ soldCardId })),
  },
  handedOver: 1,
});
const booked = (operationId: string, quantity: number, totalThousandths: number, status = 'completed') => ({
  operationId,
  walletId: 'wallet',
  quantity,
  totalThousandths,
  status,
});
const none = { equal: 3, hereOnly: 0, thereOnly: 0, differs: 0, unsettled: 0, notSent: 0, unread: 0 };

/** Two sales in two shifts, and one that was refused. */
const day: Words = {
  books: {
    wallets: [{ id: 'wallet', currency: 'KWD', balanceThousandths: 90_999 }],
    orders: [booked('a', 2, 6_000), booked('b', 1, 3_001), booked('c', 1, 500, 'failed')],
    soldCards: [
      { id: 'card-1', operationId: 'a' },
      { id: 'card-2', operationId: 'a' },
      { id: 'card-3', operationId: 'b' },
    ],
  },
  opening: new Map([['wallet', new Big(100)]]),
  zs: [
    {
      totals: totals(1, 2, '6', '7'),
      byWallet: [{ id: 'wallet', ...totals(1, 2, '6', '7') }],
      running: totals(1, 2, '6', '7'),
    },
    {
      totals: totals(1, 1, '3.001', '3.5'),
      byWallet: [{ id: 'wallet', ...totals(1, 1, '3.001', '3.5') }],
      running: totals(2, 3, '9.001', '10.5'),
    },
  ],
  report: {
    totals: { ...totals(2, 3, '9.001', '10.5'), uncharged: 0 },
    byWallet: [{ id: 'wallet', name: null, uncharged: 0, ...totals(2, 3, '9.001', '10.5') }],
  },
  orders: [known('a', ['card-1', 'card-2'], '6.000', '7'), known('b', ['card-3'], '3.001', '3.500')],
  paid: sumOf(dinars('10.500')),
  csv: { lines: 2, cost: sumOf(dinars('9.001')), charge: sumOf(dinars('10.5')) },
  comparison: {
    state: 'done',
    counts: none,
    here: dinars('9.001'),
    there: dinars('9.001'),
    lists: { unchecked: [], undatedCards: 0, unreadable: 0 },
    balances: {
      openedAt: null,
      closedAt: null,
      wallets: [
        {
          walletId: 'wallet',
          currency: 'KWD',
          opening: '100.000',
          closing: '90.999',
          bought: '9.001',
          unexplained: { least: '0.000', most: '0.000' },
          causes: [],
          unchecked: null,
        },
      ],
      purchases: 2,
      unclear: [],
      unclearCount: 0,
      outside: 0,
      unchecked: null,
      failure: null,
    },
  },
  unseen: [],
};

const [first, second] = day.orders;
const [zOne, zTwo] = day.zs;

describe('the accounts of a day', () => {
  it('agree, however the same amount is written', () => {
    expect(differences(day)).toEqual([]);
  });

  it.each<readonly [what: string, words: Partial<Words>, sentence: string]>([
    ['a Z that misses a sale', { zs: zOne === undefined ? [] : [zOne] }, 'all Zs together say 1 orders'],
    ['a sale in two Zs', { zs: [...day.zs, ...(zTwo === undefined ? [] : [zTwo])] }, 'all Zs together say 3 orders'],
    [
      'a book that differs by the smallest amount',
      { books: { ...day.books, orders: [booked('a', 2, 6_000), booked('b', 1, 3_002)] } },
      "all Zs together say 9.001 KWD, the service's books 9.002 KWD",
    ],
    [
      'a wallet that holds less',
      { books: { ...day.books, wallets: [{ id: 'wallet', currency: 'KWD', balanceThousandths: 90_998 }] } },
      '90.998 are left',
    ],
    [
      'an order that the counter does not have',
      { orders: first === undefined ? [] : [first] },
      'one order of the counter',
    ],
    [
      'a card that was handed over twice',
      { orders: first === undefined || second === undefined ? [] : [first, { ...second, handedOver: 2 }] },
      '1 cards were not handed over exactly once',
    ],
    ['a customer who paid otherwise', { paid: sumOf(dinars('10.501')) }, 'they paid 10.501 KWD'],
    ['a table with a line too many', { csv: { ...day.csv, lines: 3 } }, '3 lines for 2 orders'],
    [
      'a table of other costs',
      { csv: { ...day.csv, cost: sumOf(dinars('9')) } },
      'The CSV says that it cost 9.000 KWD',
    ],
    [
      'a report of another charge',
      { report: { ...day.report, totals: { ...day.report.totals, charge: dinars('10.4') } } },
      'By the report customers paid 10.400 KWD',
    ],
    [
      'running totals that were reset',
      {
        zs: [...(zOne === undefined ? [] : [zOne]), ...(zTwo === undefined ? [] : [{ ...zTwo, running: zTwo.totals }])],
      },
      'running totals',
    ],
    [
      'a sale of another counter',
      { comparison: { ...day.comparison, counts: { ...none, thereOnly: 1 } } },
      '1 orders that are "thereOnly"',
    ],
    ['balances that were not read', { comparison: { ...day.comparison, balances: null } }, 'are not checked'],
    [
      'a top-up that the comparison does not find',
      { unseen: [{ what: 'topUp', walletId: 'wallet', amount: '1.000' }] },
      '0.000 to 0.000 are unexplained and not -1.000',
    ],
    ['a reconciliation that stopped', { comparison: { ...day.comparison, state: 'stopped' } }, 'is stopped'],
    ['lists that were not read', { comparison: { ...day.comparison, lists: null } }, 'every list of bought cards'],
  ])('differ by %s, and it is named', (_, words, sentence) => {
    expect(differences({ ...day, ...words }).join('\n')).toContain(sentence);
  });
});

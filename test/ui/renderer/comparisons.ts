import type { ComparedBalances, Comparison, ComparisonLine } from '../../../src-shared/contract/reports.ts';
import { id, walletIds } from './double-data.ts';

/** A line of each kind, for the tests and the pictures of a comparison. */
function lineOf(number: number, outcome: ComparisonLine['outcome'], more: Partial<ComparisonLine>): ComparisonLine {
  return {
    outcome,
    operationId: id(8, number),
    isKnown: true,
    cardName: { en: 'Zain 5 KWD', ar: 'زين 5 د.ك' },
    cards: 2,
    at: '2026-11-24T17:40:00.000Z',
    state: 'completed',
    here: { amount: '10.000', currency: 'KWD' },
    stateThere: 'completed',
    there: { amount: '10.000', currency: 'KWD' },
    differs: [],
    failure: null,
    ...more,
  };
}

/** Nothing happened but what was sold here. */
export const equalBalances: ComparedBalances = {
  openedAt: '2026-11-24T06:00:00.000Z',
  closedAt: '2026-11-24T20:00:00.000Z',
  wallets: [
    {
      walletId: walletIds.kwd,
      currency: 'KWD',
      opening: '500.000',
      closing: '440.000',
      bought: '60.000',
      unexplained: { least: '0.000', most: '0.000' },
      causes: [],
      unchecked: null,
    },
  ],
  purchases: 12,
  unclear: [],
  unclearCount: 0,
  outside: 0,
  unchecked: null,
  failure: null,
};

export const fullComparison: Partial<Comparison> = {
  done: 214,
  all: 214,
  listedCards: 3_120,
  counts: { equal: 206, hereOnly: 1, thereOnly: 2, differs: 1, unsettled: 2, notSent: 1, unread: 1 },
  lines: [
    lineOf(1, 'hereOnly', { stateThere: 'absent', there: null }),
    lineOf(2, 'thereOnly', { state: 'notBought' }),
    lineOf(3, 'thereOnly', { isKnown: false, state: null, here: null, there: null }),
    lineOf(4, 'differs', { there: { amount: '10.500', currency: 'KWD' }, differs: ['total'] }),
    lineOf(5, 'unsettled', { state: 'unknown' }),
    lineOf(6, 'unsettled', { stateThere: 'recoveryExhausted', there: null }),
    lineOf(7, 'notSent', { state: 'cancelled', stateThere: null, there: null }),
    lineOf(8, 'unread', { stateThere: null, there: null, failure: { code: 'answer_unverified', detail: 'stale' } }),
  ],
  lineCount: 8,
  here: [
    { amount: '1261.250', currency: 'KWD' },
    { amount: '320.000', currency: 'USD' },
  ],
  there: [
    { amount: '1256.750', currency: 'KWD' },
    { amount: '320.000', currency: 'USD' },
  ],
  settled: 1,
  balances: {
    ...equalBalances,
    wallets: [
      {
        walletId: walletIds.kwd,
        currency: 'KWD',
        opening: '4000.000',
        closing: '2730.000',
        bought: '1261.250',
        unexplained: { least: '-1.250', most: '8.750' },
        causes: ['otherCounter', 'topUp', 'correction'],
        unchecked: null,
      },
      {
        walletId: walletIds.usd,
        currency: 'USD',
        opening: '900.000',
        closing: null,
        bought: null,
        unexplained: null,
        causes: [],
        unchecked: 'notListed',
      },
    ],
    unclear: [
      {
        operationId: id(8, 9),
        walletId: walletIds.kwd,
        cardName: { en: 'Zain 5 KWD', ar: 'زين 5 د.ك' },
        cards: 2,
        at: '2026-11-24T17:40:00.000Z',
        cost: { amount: '10.000', currency: 'KWD' },
      },
    ],
    unclearCount: 1,
    outside: 2,
  },
  lists: {
    unchecked: [{ walletId: walletIds.kwd, failure: { code: 'insufficient_scope' } }],
    undatedCards: 3,
    unreadable: 1,
  },
};

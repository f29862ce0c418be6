import type { Comparison, SalesReport } from '../../../src-shared/contract/reports.ts';
import type { CallHandlers } from '../../../src-shared/contract/schemas.ts';
import { equalBalances } from './comparisons.ts';
import { no, ok, soon } from './double-answers.ts';
import { id, walletIds } from './double-data.ts';
import type { World } from './double-world.ts';

type Totals = SalesReport['totals'];

const sold = (cards: number): Totals => ({
  sales: cards,
  cards,
  charge: [{ amount: (cards * 5.25).toFixed(3), currency: 'KWD' }],
  uncharged: 0,
  cost: [{ amount: (cards * 5).toFixed(3), currency: 'KWD' }],
  margin: [{ amount: (cards * 0.25).toFixed(3), currency: 'KWD' }],
});

/** Twelve cards of a shop in Kuwait, in two hours. */
function salesFor(from: string, to: string, changes: Partial<SalesReport>): SalesReport {
  return {
    from,
    to,
    at: '2026-11-24T20:05:00.000Z',
    totals: sold(12),
    byDay:
      from === to ? [{ day: from, ...sold(12) }] : [from, to].map((day, at) => ({ day, ...sold(at === 0 ? 4 : 8) })),
    byHour: [
      { hour: 9, ...sold(2) },
      { hour: 18, ...sold(10) },
    ],
    byWallet: [{ id: walletIds.kwd, name: null, ...sold(12) }],
    byCard: [{ id: id(4, 1), name: { en: 'Zain 5 KWD', ar: 'زين 5 د.ك' }, ...sold(12) }],
    byCategory: [
      { id: id(3, 1), name: { en: 'Mobile', ar: 'اتصالات' }, ...sold(11) },
      { id: null, name: null, ...sold(1) },
    ],
    byPerson: [{ id: null, name: null, ...sold(12) }],
    ...changes,
  };
}

export function reportCalls(world: World): CallHandlers['reports'] {
  let comparison: Comparison | null = null;
  const seesCost = () => world.staff.people.find(({ id: person }) => person === world.staff.me)?.role !== 'cashier';
  const stateThere = (): Comparison | null =>
    comparison === null ? null : { ...comparison, ...world.options.comparison };
  return {
    sales: ({ from, to }) => {
      const full = salesFor(from, to, world.options.sales ?? {});
      return soon(ok(seesCost() ? full : withoutCost(full)));
    },
    print: () => {
      const { printFault = null } = world.options;
      return soon(printFault === null ? ok({ printed: true as const }) : no('print_failed', { detail: printFault }));
    },
    save: () => soon(ok({ saved: world.options.saved ?? 'here', file: null })),
    compare: ({ of, withLists }) => {
      comparison = {
        of,
        state: 'done',
        failure: null,
        done: 12,
        all: 12,
        listedCards: 0,
        counts: { equal: 12, hereOnly: 0, thereOnly: 0, differs: 0, unsettled: 0, notSent: 0, unread: 0 },
        lines: [],
        lineCount: 0,
        here: sold(12).cost ?? [],
        there: sold(12).cost ?? [],
        settled: 0,
        balances: equalBalances,
        lists: withLists ? { unchecked: [], undatedCards: 0, unreadable: 0 } : null,
      };
      return soon(ok(stateThere() ?? comparison));
    },
    comparison: () => soon(ok(stateThere())),
    cancelComparison: () => {
      world.options = { ...world.options, comparison: { ...world.options.comparison, state: 'cancelled' } };
      return soon(ok(stateThere()));
    },
  };
}

/** As main tells it to a cashier. */
function withoutCost(report: SalesReport): SalesReport {
  const less = <T extends Totals>(full: T): T => ({ ...full, cost: null, margin: null });
  return {
    ...report,
    totals: less(report.totals),
    byDay: report.byDay.map(less),
    byHour: report.byHour.map(less),
    byWallet: report.byWallet.map(less),
    byCard: report.byCard.map(less),
    byCategory: report.byCategory.map(less),
    byPerson: report.byPerson.map(less),
  };
}

import type { CallHandlers } from '../../../src-shared/contract/schemas.ts';
import type { TodayView } from '../../../src-shared/contract/today.ts';
import { ok } from '../../core/result.ts';
import { TotalsSum, summandOf } from '../../day/machine/exact-sum.ts';
import { summed } from '../../day/machine/sums.ts';
import { dayOf, salesOn } from '../../day/records/period-records.ts';
import { totalsView } from '../../day/views/day-report.ts';
import type { OwedSale } from '../../payments/records/owed.ts';
import type { Counter } from '../counter/counter.ts';
import { judgedWallets, type JudgedWallet } from '../counter/low-wallets.ts';
import { atCounter, type CallContext } from './context.ts';
import { knowsCost } from './cost.ts';
import { lowChoicesOf } from './wallets.ts';

/** What a manager looks for first: of today's rows, of small lists, and of balances that were read before. */
export function todayCalls(context: CallContext): CallHandlers['today'] {
  return {
    view: () =>
      atCounter(context, (counter) => {
        const nowMs = context.ports.clock.nowMs();
        const today = dayOf(nowMs);
        const sales = salesOn(counter.localRecords.journal, { from: today, to: today });
        if (!sales.ok) return sales;
        const sum = new TotalsSum();
        for (const sale of sales.value) sum.add(summandOf(sale));
        const reading = { seesCost: knowsCost(context) };
        const judged = judgedWallets({ ...counter, ...reading, choices: lowChoicesOf(context) });
        const open = counter.localRecords.complaints.open();
        const opened = open.map(({ complaint }) => complaint.openedAtMs);
        const backupAtMs = counter.lastBackupAtMs();
        return ok({
          at: instant(nowMs),
          sold: totalsView(sum.totals(), reading),
          unsettled: counter.localRecords.journal.unsettledCount(),
          owed: owedView(counter.localRecords.payments.owed()),
          complaints: { count: open.length, oldestAt: opened.length === 0 ? null : instant(Math.min(...opened)) },
          wallets: walletsOf(judged),
          key: keyOf(counter),
          backupAt: backupAtMs === null ? null : instant(backupAtMs),
        });
      }),
  };
}

/** So many are named where the manager looks first; all of them are in the list of orders. */
const namedOwed = 3;

function owedView(owed: readonly OwedSale[]): TodayView['owed'] {
  return {
    count: owed.length,
    sums: [...summed(owed.map((sale) => sale.owed))],
    sales: owed.slice(0, namedOwed).map(({ operationId, cardName, cards, saleNumber, owed: sum }) => ({
      operationId,
      cardName,
      quantity: cards,
      saleNumber,
      sum,
    })),
  };
}

function walletsOf(judged: readonly JudgedWallet[]): TodayView['wallets'] {
  return {
    count: judged.length,
    asOf: judged.map(knownAt).toSorted((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null,
    low: judged
      .filter(({ low }) => low.isLow)
      .map((one) => ({
        ...one.low,
        name: one.wallet.name ?? null,
        balance: one.wallet.balance,
        asOf: knownAt(one),
      })),
    isUnread: judged.some(({ low }) => low.by === 'unread'),
  };
}

function knownAt({ wallet, readAt }: JudgedWallet): string {
  return wallet.balance.asOf ?? readAt;
}

function keyOf({ enrolment }: Pick<Counter, 'enrolment'>): TodayView['key'] {
  const { state, validity } = enrolment.status();
  if (state !== 'active') return null;
  if (validity === undefined) return { endsAt: null, daysLeft: null, isNear: false };
  const { endsAt, daysLeft, warning } = validity;
  return { endsAt, daysLeft, isNear: warning !== undefined };
}

function instant(ms: number): string {
  return new Date(ms).toISOString();
}

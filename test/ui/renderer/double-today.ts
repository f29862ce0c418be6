import { openComplaintStates } from '../../../src-shared/contract/complaint-words.ts';
import type { CallHandlers } from '../../../src-shared/contract/schemas.ts';
import type { LowBalance, TodayView } from '../../../src-shared/contract/today.ts';
import { askAboveAmountIn } from '../../../src-shared/money/large-sale.ts';
import { ok, soon } from './double-answers.ts';
import * as data from './double-data.ts';
import type { World } from './double-world.ts';

const seesCost = ({ staff }: World): boolean => staff.people.find(({ id }) => id === staff.me)?.role !== 'cashier';

/** As main judges it: a person's word before what an average day costs. */
export function lowBalancesIn(world: World): LowBalance[] {
  return data.wallets().map(({ id, currency, balance }) => {
    const own = world.preferences.lowBalance[id];
    const average = world.options.averageDays?.[id];
    const by = own === null ? 'nobody' : own !== undefined ? 'person' : average === undefined ? 'largeSale' : 'average';
    const large = askAboveAmountIn(currency, world.preferences.askAboveAmount);
    const amount = by === 'nobody' ? null : (own ?? average ?? large);
    const isTold = by !== 'average' || seesCost(world);
    return {
      walletId: id,
      by,
      isLow: amount !== null && Number(balance.amount) < Number(amount),
      amount: isTold ? amount : null,
      days: by === 'average' && isTold ? 24 : null,
    };
  });
}

/** All in one currency, as these are. */
function owedIn(world: World): TodayView['owed'] {
  const owed = world.owed();
  const total = owed.reduce((all, { sum }) => all + Number(sum.amount), 0);
  return {
    count: owed.length,
    sums: owed.length === 0 ? [] : [{ amount: total.toFixed(3), currency: 'KWD' }],
    sales: owed.slice(0, 3).map(({ operationId, sum }) => {
      const { cardName = null, quantity = 1, saleNumber = null } = world.orders.get(operationId) ?? {};
      return { operationId, cardName: cardName ?? null, quantity, saleNumber, sum };
    }),
  };
}

export function todayCalls(world: World): CallHandlers['today'] {
  return {
    view: () => {
      const low = lowBalancesIn(world);
      const open = world.complaints.filter(({ state }) => openComplaintStates.includes(state));
      const view: TodayView = {
        at: data.ago(0),
        sold: {
          sales: 12,
          cards: 14,
          charge: [{ amount: '63.000', currency: 'KWD' }],
          uncharged: 0,
          cost: [{ amount: '60.000', currency: 'KWD' }],
          margin: [{ amount: '3.000', currency: 'KWD' }],
        },
        unsettled: [...world.orders.values()].filter((each) => data.matches(each, { show: 'unsettled' })).length,
        owed: owedIn(world),
        complaints: { count: open.length, oldestAt: open.at(-1)?.openedAt ?? null },
        wallets: {
          count: low.length,
          asOf: data.ago(95),
          low: data.wallets().flatMap(({ id, name = null, balance }) => {
            const judged = low.find(({ walletId, isLow }) => walletId === id && isLow);
            return judged === undefined ? [] : [{ ...judged, name, balance, asOf: balance.asOf ?? data.ago(3) }];
          }),
          isUnread: false,
        },
        key: { endsAt: '2027-11-20T00:00:00.000Z', daysLeft: 358, isNear: false },
        backupAt: data.ago(9 * 60),
        ...world.options.today,
      };
      return soon(ok(view));
    },
  };
}

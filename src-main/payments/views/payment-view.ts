import Big from 'big.js';
import type { PaymentNoting, SalePayment } from '../../../src-shared/contract/payments.ts';
import { decimalsIn } from '../../core/money.ts';
import { summed } from '../../day/machine/sums.ts';
import { stateOf } from '../../orders/machine/order.ts';
import type { MoneyBack, Payments } from '../machine/payments.ts';
import { owedOf } from '../machine/tally.ts';
import { isOutside, needsWord, returnableIn, type PaymentRecords, type SaleMoney } from '../records/payment-records.ts';

/** What counts where nothing else is said, and the money to give back. */
export function notingView(payments: Pick<PaymentRecords, 'now' | 'owed'>): PaymentNoting {
  const owed = payments.owed().map(({ operationId, owed: sum }) => ({ operationId, sum }));
  return { usual: payments.now().usual(), owed };
}

/** One sale as screens see it. */
export function paymentView(money: SaleMoney, payments: Payments, nowMs: number): SalePayment {
  const { saleNumber, revision, orders, notes, back, mayBeBack } = money;
  const returnable = new Set(returnableIn(money, payments).map(({ operationId }) => operationId));
  const lines = orders.map(({ sale, order }): SalePayment['lines'][number] => {
    const { operationId, cardName, cards, charge } = sale;
    const kept = payments.keptOf(sale);
    return {
      operationId,
      cardName,
      cards,
      state: stateOf(order, nowMs),
      charge,
      isPaid: charge !== null && payments.isPaidFor(sale),
      kept:
        charge === null || !returnable.has(operationId)
          ? null
          : { ...charge, amount: kept.toFixed(decimalsIn(charge.amount)) },
      isOwed: owedOf(payments, [sale]).length > 0,
    };
  });
  const keptIn = (all: SalePayment['lines']): SalePayment['kept'] => [
    ...summed(all.flatMap(({ kept }) => (kept === null || new Big(kept.amount).eq(0) ? [] : [kept]))),
  ];
  // An earlier try may be from before how customers pay was noted.
  const last = orders.at(-1);
  const kept = keptIn(lines);
  const isOpen = orders.some(({ order, sale }) => isOutside(order) || sale.isPending);
  return {
    saleNumber,
    revision,
    means: last === undefined ? 'notNoted' : payments.meansAt(last.sale),
    isNoted: notes.length > 0,
    needsManager: needsWord(money),
    lines,
    kept,
    owed: keptIn(lines.filter(({ isOwed }) => isOwed)),
    back: back.map(moneyBackView),
    canVoid: payments.usual() !== null && kept.length > 0 && !isOpen,
    isVoided: back.some(({ what }) => what === 'void'),
    ...(mayBeBack ? { mayBeBack } : {}),
  };
}

function moneyBackView(one: MoneyBack): SalePayment['back'][number] {
  const { id, atMs, what, means, reason, lines, by, approvedBy } = one;
  return {
    id,
    at: new Date(atMs).toISOString(),
    what,
    means,
    reason,
    sums: [...summed(lines.map(({ amount, currency }) => ({ amount, currency })))],
    lines: [...lines],
    ...(by === null ? {} : { by }),
    ...(approvedBy === null ? {} : { approvedBy }),
  };
}

import type { MoneyBackKind, PaymentMeans } from '../../../src-shared/contract/payment-words.ts';
import type { SalePayment } from '../../../src-shared/contract/payments.ts';
import type { CallHandlers, CallInput, CallResult, OrderView } from '../../../src-shared/contract/schemas.ts';
import { no, ok, soon } from './double-answers.ts';
import { ago, id } from './double-data.ts';
import type { World } from './double-world.ts';

interface Kept {
  readonly means: PaymentMeans | null;
  readonly revision: number;
  readonly ahead: readonly string[];
  readonly back: SalePayment['back'];
}

const nothing: Kept = { means: null, revision: 0, ahead: [], back: [] };

/** Remembers how each sale was paid; a sale is a basket, or one order. */
export function paymentCalls(world: World): CallHandlers['payments'] {
  const sales = new Map<string, Kept>();
  const saleOf = (operationId: string) => {
    const order = world.orders.get(operationId);
    if (order === undefined) return null;
    const orders =
      order.basket === undefined
        ? [order]
        : [...world.orders.values()].filter(({ basket }) => basket?.id === order.basket?.id);
    const key = order.basket?.id ?? operationId;
    return { key, orders, kept: sales.get(key) ?? nothing };
  };
  const view = (operationId: string): CallResult<SalePayment> => {
    const sale = saleOf(operationId);
    return sale === null ? no('operation_unknown') : ok(viewOf(world, sale.orders, sale.kept));
  };
  const change = (operationId: string, changed: (kept: Kept) => Kept): Promise<CallResult<SalePayment>> => {
    const sale = saleOf(operationId);
    if (sale !== null) sales.set(sale.key, changed(sale.kept));
    return soon(view(operationId));
  };
  const returned = (
    what: MoneyBackKind,
    { operationId, revision, means, reason }: Omit<CallInput<'payments', 'giveBack'>, 'lines'>,
    lines: readonly { readonly operationId: string; readonly amount: string }[],
  ): Promise<CallResult<SalePayment>> => {
    const before = view(operationId);
    if (!before.ok) return soon(before);
    if (before.value.revision !== revision) return soon(no('payment_changed'));
    for (const [index, line] of lines.entries()) {
      const kept = before.value.lines.find((each) => each.operationId === line.operationId)?.kept;
      if (kept === null || kept === undefined || Number(line.amount) > Number(kept.amount))
        return soon(no('more_than_paid', { field: `lines.${index}.amount` }));
    }
    return change(operationId, (kept) => ({
      ...kept,
      revision: kept.revision + 1,
      back: [
        ...kept.back,
        {
          id: id(13, kept.back.length + 1),
          at: ago(0),
          what,
          means,
          reason,
          sums: [{ amount: sumOf(lines.map(({ amount }) => amount)), currency: 'KWD' }],
          lines: lines.map((line) => ({ ...line, amount: Number(line.amount).toFixed(3), currency: 'KWD' })),
          ...(world.staff.me === null ? {} : { by: world.staff.me }),
        },
      ],
    }));
  };
  world.owed = () =>
    [...world.orders.values()].flatMap((order) => {
      const sale = saleOf(order.operationId);
      const lines = sale === null ? [] : viewOf(world, sale.orders, sale.kept).lines;
      return lines.flatMap(({ operationId, isOwed, kept }) =>
        operationId === order.operationId && isOwed && kept !== null ? [{ operationId, sum: kept }] : [],
      );
    });
  const noting = () => soon(ok({ usual: world.usual, owed: world.owed() }));
  return {
    read: noting,
    setUsual: ({ usual }) => {
      world.usual = usual;
      return noting();
    },
    sale: ({ operationId }) => soon(view(operationId)),
    note: ({ operationId, means, ahead }) =>
      change(operationId, (kept) => ({
        ...kept,
        means,
        revision: kept.revision + 1,
        ahead:
          ahead === undefined
            ? kept.ahead
            : kept.ahead.filter((id) => id !== operationId).concat(ahead ? operationId : []),
      })),
    giveBack: ({ lines, ...seen }) => returned('refund', seen, lines),
    voidSale: (seen) => {
      const before = view(seen.operationId);
      const lines = before.ok ? before.value.lines : [];
      for (const { operationId, codesState } of saleOf(seen.operationId)?.orders ?? [])
        if (codesState !== 'none') world.control.settle(operationId, { codesState: 'keptBack' });
      return returned(
        'void',
        seen,
        lines.flatMap(({ operationId, kept }) =>
          kept === null || Number(kept.amount) === 0 ? [] : [{ operationId, amount: kept.amount }],
        ),
      );
    },
    printBack: () => {
      const { printFault = null } = world.options;
      return soon(printFault === null ? ok({ printed: true as const }) : no('print_failed', { detail: printFault }));
    },
  };
}

function sumOf(amounts: readonly string[]): string {
  return amounts.reduce((sum, amount) => sum + Number(amount), 0).toFixed(3);
}

const ended: readonly OrderView['state'][] = ['completed', 'failed', 'refused', 'cancelled', 'notBought'];

function viewOf(world: World, orders: readonly OrderView[], { means, revision, ahead, back }: Kept): SalePayment {
  const isHandedOver = orders.some(({ codesState }) => codesState === 'handedOver');
  const lines = orders.map((order): SalePayment['lines'][number] => {
    const { operationId, cardName = null, quantity, state, charge } = order;
    const isPaid = state === 'completed' || ahead.includes(operationId);
    const returned = back.flatMap((one) => one.lines).filter((line) => line.operationId === operationId);
    const kept = Number(charge.total.amount) - Number(sumOf(returned.map(({ amount }) => amount)));
    const isOwed = isPaid && state !== 'completed' && ended.includes(state) && kept > 0;
    return {
      operationId,
      cardName,
      cards: quantity,
      state,
      charge: charge.total,
      isPaid,
      kept: isOwed || world.usual !== null ? { ...charge.total, amount: (isPaid ? kept : 0).toFixed(3) } : null,
      isOwed,
    };
  });
  const sums = (all: SalePayment['lines']): SalePayment['kept'] => {
    const amount = sumOf(all.map(({ kept }) => kept?.amount ?? '0'));
    return Number(amount) === 0 ? [] : [{ amount, currency: 'KWD' }];
  };
  return {
    saleNumber: orders[0]?.saleNumber ?? null,
    revision,
    means: means ?? world.usual ?? 'notNoted',
    isNoted: means !== null,
    needsManager: isHandedOver,
    lines,
    kept: sums(lines),
    owed: sums(lines.filter(({ isOwed }) => isOwed)),
    back,
    canVoid:
      world.usual !== null &&
      sums(lines).length > 0 &&
      !isHandedOver &&
      lines.every(({ state }) => ended.includes(state)),
    isVoided: back.some(({ what }) => what === 'void'),
    ...(world.options.mayBeBack === undefined ? {} : { mayBeBack: true }),
  };
}

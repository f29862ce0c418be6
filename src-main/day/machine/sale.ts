import type { OrderState } from '../../../src-shared/contract/codes.ts';
import type { OperationId, StaffId } from '../../core/ids.ts';
import type { Turns } from '../../orders/machine/turns.ts';
import type { Cell, Sum, Totals } from './events.ts';
import { difference, noTotals, plus, totalsPlus } from './sums.ts';

/** What a day's totals need of an order. */
export interface Sale {
  readonly operationId: OperationId;
  readonly walletId: string;
  readonly cardId: string;
  readonly cardName: Cell['cardName'];
  /** Who sold it; null where the shop used no PINs. */
  readonly by: StaffId | null;
  readonly cards: number;
  readonly cost: Sum;
  /** What the customer paid; null where none was recorded. */
  readonly charge: Sum | null;
  readonly state: OrderState;
  readonly isPending: boolean;
  readonly intendedAtMs: number;
  readonly intendedSeq: number;
  readonly turns: Turns;
}

/** Sums the sales by wallet, card, person and currencies, in the order in which each came first. */
export function cellsOf(sales: readonly Sale[]): readonly Cell[] {
  return merged(sales.map(cellOf));
}

/** Cells of one key become one. */
export function merged(all: readonly Cell[]): readonly Cell[] {
  const cells = new Map<string, Cell>();
  for (const cell of all) {
    const key = [cell.walletId, cell.cardId, cell.by, cell.cost.currency, cell.charge?.currency].join(' ');
    const before = cells.get(key);
    cells.set(key, before === undefined ? cell : joined(before, cell));
  }
  return [...cells.values()];
}

export function totalsOf(cells: readonly Cell[]): Totals {
  return cells.map(totalsOfCell).reduce(totalsPlus, noTotals);
}

function totalsOfCell({ sales, cards, cost, charge }: Cell): Totals {
  const margin = charge === null ? null : difference(charge, cost);
  return {
    sales,
    cards,
    cost: [cost],
    charge: charge === null ? [] : [charge],
    margin: margin === null ? [] : [margin],
    uncharged: charge === null ? sales : 0,
  };
}

function cellOf({ walletId, cardId, cardName, by, cards, cost, charge }: Sale): Cell {
  return { walletId, cardId, cardName, by, sales: 1, cards, cost, charge };
}

function joined(one: Cell, other: Cell): Cell {
  return {
    ...one,
    sales: one.sales + other.sales,
    cards: one.cards + other.cards,
    cost: plus(one.cost, other.cost),
    charge: one.charge === null || other.charge === null ? null : plus(one.charge, other.charge),
  };
}

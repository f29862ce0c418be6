import type { OrderState } from '../../../src-shared/contract/codes.ts';
import type { OperationId, StaffId } from '../../core/ids.ts';
import type { Turns } from '../../orders/machine/turns.ts';
import type { Cell, Sum, Totals } from './events.ts';
import { noTotals, plus, totalsPlus } from './sums.ts';

/** What a day's totals need of an order. */
export interface Sale {
  readonly operationId: OperationId;
  readonly walletId: string;
  readonly cardId: string;
  readonly cardName: Cell['cardName'];
  /** Who sold it; null where the shop used no PINs. */
  readonly by: StaffId | null;
  /** The short number of its sale; null in older records, and where none could be given. */
  readonly saleNumber: string | null;
  readonly cards: number;
  readonly cost: Sum;
  /** What the customer paid; null where none was recorded. */
  readonly charge: Sum | null;
  /** Charge less cost, in the currency of the charge. */
  readonly margin: Sum | null;
  /** It takes the place of a card that did not work. */
  readonly makesGood?: boolean;
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
function merged(all: readonly Cell[]): readonly Cell[] {
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

function totalsOfCell({ sales, cards, cost, charge, margin }: Cell): Totals {
  return {
    sales,
    cards,
    cost: [cost],
    charge: charge === null ? [] : [charge],
    margin: margin === null ? [] : [margin],
    uncharged: charge === null ? sales : 0,
  };
}

function cellOf({ walletId, cardId, cardName, by, cards, cost, charge, margin }: Sale): Cell {
  return { walletId, cardId, cardName, by, sales: 1, cards, cost, charge, margin };
}

function joined(one: Cell, other: Cell): Cell {
  return {
    ...one,
    sales: one.sales + other.sales,
    cards: one.cards + other.cards,
    cost: plus(one.cost, other.cost),
    charge: both(one.charge, other.charge),
    margin: both(one.margin, other.margin),
  };
}

/** Cells of one key have it both, in one currency, or neither has. */
function both(one: Sum | null, other: Sum | null): Sum | null {
  return one === null || other === null ? null : plus(one, other);
}

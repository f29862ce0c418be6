import { orderStates, type OrderState } from '../../../src-shared/contract/codes.ts';
import { detailed } from '../../../src-shared/contract/details.ts';
import { isUuid, knownId, type OperationId, type StaffId } from '../../core/ids.ts';
import { JournalUnavailable } from '../../journal/journal-failure.ts';
import type { JsonObject } from '../../journal/json.ts';
import type { ShortRow } from '../../journal/projection.ts';
import type { Sum } from '../machine/events.ts';
import type { Sale } from '../machine/sale.ts';

const states: ReadonlySet<string> = new Set(orderStates);
/** A sum of anything else would stop in the middle. */
const decimal = /^-?[0-9]+(?:\.[0-9]+)?$/;

/**
 * The sale of a row (`src-main/orders/records/history.ts` writes them). One that does not say it was damaged, or is of
 * another version: it is made anew. Read by hand, for a report reads a hundred thousand of them.
 */
export function saleIn(row: ShortRow): Sale {
  const { view, state } = row;
  const { intendedSeq, turns, by = null } = view;
  if (!isWhole(intendedSeq) || !Array.isArray(turns) || !turns.every(isWhole) || !isState(state) || !isPerson(by))
    throw damaged();
  return {
    operationId: knownId<OperationId>(row.operationId),
    walletId: row.walletId,
    cardId: row.cardId,
    cardName: nameIn(view),
    by,
    saleNumber: row.saleNumber,
    cards: row.quantity,
    cost: sumIn(view['cost']) ?? throwDamaged(),
    charge: sumIn(view['charge']),
    margin: sumIn(view['margin']),
    makesGood: view['makesGood'] === true,
    state,
    isPending: row.pending,
    intendedAtMs: row.intendedAtMs,
    intendedSeq,
    turns,
  };
}

/** Null where there is none. */
function sumIn(value: unknown): Sum | null {
  if (value === undefined) return null;
  if (!isRecord(value)) throw damaged();
  const { amount, currency } = value;
  if (typeof amount !== 'string' || typeof currency !== 'string' || !decimal.test(amount)) throw damaged();
  return { amount, currency };
}

function nameIn({ cardName }: JsonObject): Sale['cardName'] {
  if (cardName === undefined) return null;
  if (!isRecord(cardName)) throw damaged();
  const { ar, en } = cardName;
  if (!isTextOrNone(ar) || !isTextOrNone(en)) throw damaged();
  return { ...(ar === undefined ? {} : { ar }), ...(en === undefined ? {} : { en }) };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function isTextOrNone(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string';
}

function isState(state: string): state is OrderState {
  return states.has(state);
}

function isPerson(by: unknown): by is StaffId | null {
  return by === null || (typeof by === 'string' && isUuid(by));
}

function damaged(): JournalUnavailable {
  return new JournalUnavailable(detailed('journal_corrupt', 'operations'));
}

function throwDamaged(): never {
  throw damaged();
}

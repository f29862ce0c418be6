import Big from 'big.js';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import { decimalsOf, fitsCoins } from '../../../src-shared/money/currency-decimals.ts';
import type { OperationId } from '../../core/ids.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { PaidSale, Payments } from './payments.ts';

/** An amount as a person typed it. */
export interface AskedLine {
  readonly operationId: string;
  readonly amount: string;
}

export interface BackLine {
  readonly operationId: OperationId;
  readonly amount: string;
  readonly currency: string;
}

const plainDecimal = /^(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,4})?$/;

/**
 * What goes back of the orders of one sale: each at most what the shop still has of it. Errors: `input_invalid` names
 * the line and its field, `more_than_paid` the order.
 */
export function moneyBackLines(
  payments: Payments,
  sales: readonly PaidSale[],
  asked: readonly AskedLine[],
): Result<readonly BackLine[], Failure> {
  const lines: BackLine[] = [];
  for (const [index, { operationId, amount }] of asked.entries()) {
    const sale = sales.find((each) => each.operationId === operationId);
    const isTwice = lines.some((line) => line.operationId === operationId);
    if (sale === undefined || sale.charge === null || isTwice)
      return err({ code: 'input_invalid', field: `lines.${index}.operationId` });
    const { currency } = sale.charge;
    if (!isPayable(amount, currency)) return err({ code: 'input_invalid', field: `lines.${index}.amount` });
    if (payments.keptOf(sale).lt(amount))
      return err({ code: 'more_than_paid', operationId, field: `lines.${index}.amount` });
    lines.push({ operationId: sale.operationId, amount: new Big(amount).toFixed(decimalsOf(currency)), currency });
  }
  return lines.length === 0 ? err({ code: 'input_invalid', field: 'lines' }) : ok(lines);
}

/** All that the shop still has of a sale. `more_than_paid`: that is nothing. */
export function voidLines(payments: Payments, sales: readonly PaidSale[]): Result<readonly BackLine[], Failure> {
  const lines = sales.flatMap((sale): readonly BackLine[] => {
    const kept = payments.keptOf(sale);
    if (sale.charge === null || kept.lte(0)) return [];
    const { currency } = sale.charge;
    return [{ operationId: sale.operationId, amount: kept.toFixed(decimalsOf(currency)), currency }];
  });
  return lines.length === 0 ? err({ code: 'more_than_paid' }) : ok(lines);
}

/** More than nothing, in coins that the currency has. */
function isPayable(amount: string, currency: string): boolean {
  return plainDecimal.test(amount) && new Big(amount).gt(0) && fitsCoins(amount, currency);
}

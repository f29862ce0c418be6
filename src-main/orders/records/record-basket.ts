import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { BasketId, OperationId } from '../../core/ids.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { approvalFault } from '../../staff/acting.ts';
import type { Need } from '../../staff/approval-check.ts';
import type { NewSale } from '../machine/new-sale.ts';
import type { Order } from '../machine/order.ts';
import type { Placing } from '../machine/placing.ts';
import type { DriverContext } from './context.ts';
import { decidedFor, recordIntentIn } from './dispatch.ts';
import { beforeIntent, withinBasket } from './steps.ts';

/** One line: an order of its own, with its own operation id. */
export interface NewLine {
  readonly operationId: OperationId;
  readonly sale: NewSale;
  readonly besidesPending: boolean;
}

/** A line that is recorded, with its order. */
export type PlacedLine = Pick<NewLine, 'operationId'> & { readonly order: Order };

type DecidedLine = Placing & Pick<NewLine, 'operationId'>;

/**
 * Records the intents of all lines in one transaction, or gives the orders of a basket whose ids are all known. Errors:
 * those of `decidePlacing` for the first line that cannot be ordered, the line in front of its field; for a cashier
 * `approval_required` and `limit_exceeded`, with `needs` among what the basket as a whole asks for.
 */
export function recordBasket(
  context: DriverContext,
  basket: BasketId,
  lines: readonly NewLine[],
  needs: readonly Need[] = [],
): Result<readonly PlacedLine[], Failure> {
  const { journal, records, step } = context;
  const decided: DecidedLine[] = [];
  for (const [line, { operationId, sale, besidesPending }] of lines.entries()) {
    const placing = decidedFor(context, operationId, { ...sale, inBasket: { basket, line } }, { besidesPending });
    if (!placing.ok) return err(inLine(line, placing.error));
    decided.push({ ...placing.value, operationId });
  }
  const known = decided.flatMap((each) => (each.kind === 'known' ? [each] : []));
  if (known.length === lines.length) return ok(known);
  const half = decided.findIndex(({ kind }) => kind === 'known');
  if (half !== -1) return err(inLine(half, { code: 'operation_id_in_use', field: 'operation-id' }));
  step(beforeIntent);
  const recorded = journal.transaction((tx): Result<readonly PlacedLine[], Failure> => {
    const sales = lines.map(({ sale }) => sale);
    const fault = approvalFault([...needs, ...context.needsOf(sales, [])]);
    if (fault !== null) return err(fault);
    const saleNumber = context.saleNumbers.next();
    const placed = decided.flatMap((each) => {
      if (each.kind === 'known') return [];
      const { operationId, eventsAfter } = each;
      const order = recordIntentIn(context, tx, operationId, eventsAfter, saleNumber);
      step(withinBasket);
      return [{ operationId, order }];
    });
    return ok(placed);
  });
  if (!recorded.ok) return recorded;
  if (!recorded.value.ok) return recorded.value;
  for (const { operationId } of decided) records.changed(operationId);
  step('intent-recorded');
  return recorded.value;
}

/** What is wrong with one line, by its field. */
export function inLine(line: number, { field, ...failure }: Failure): Failure {
  return { ...failure, field: field === undefined ? `lines.${line}` : `lines.${line}.${field}` };
}

import type { Failure } from '../../src-shared/contract/codes.ts';
import type { OperationId } from '../core/ids.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { JournalTransaction } from '../journal/journal.ts';
import type { AttemptContext } from './context.ts';
import { suspectCopy } from './custody.ts';
import { decide, type Decision, type OrderInput } from './machine/decide.ts';
import type { Order } from './machine/order.ts';
import { circumstancesOf } from './terms.ts';

type Within = (tx: JournalTransaction, decision: Decision, order: Order) => void;

/**
 * Feeds what happened to an order into the machine and makes what follows durable, with what `within` writes in the
 * same transaction. Errors: `operation_unknown`, what the machine refuses, or a journal that cannot be written.
 */
export function happened(
  context: Pick<AttemptContext, 'session' | 'journal' | 'book'>,
  operationId: OperationId,
  input: OrderInput,
  within: Within = () => undefined,
): Result<Order, Failure> {
  const { session, journal, book } = context;
  const order = book.find(operationId);
  if (order === null) return err({ code: 'operation_unknown', operationId });
  const decided = decide(operationId, order, input, circumstancesOf(session, operationId, order));
  if (!decided.ok) return decided;
  const { events, copyEvidence } = decided.value;
  if (events.length === 0) return ok(order);
  if (copyEvidence !== undefined) suspectCopy(context, operationId, copyEvidence);
  const recorded = journal.transaction((tx) => {
    within(tx, decided.value, order);
    return events.map((event) => book.recordIn(tx, event.subject, [event])).at(-1) ?? order;
  });
  if (!recorded.ok) return err({ ...recorded.error, operationId });
  for (const subject of new Set([operationId, ...events.map((event) => event.subject)])) book.changed(subject);
  return recorded;
}

import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { OperationId } from '../../core/ids.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { JournalTransaction } from '../../journal/journal.ts';
import { decide, type Decision, type OrderInput } from '../machine/decide.ts';
import type { Order } from '../machine/order.ts';
import type { SettlingEvidence } from '../machine/settling.ts';
import type { OrderContext } from './context.ts';
import { suspectCopy } from './copies.ts';
import { circumstancesOf } from './terms.ts';

type Records = Pick<OrderContext, 'session' | 'journal' | 'records'>;
type Within = (tx: JournalTransaction, decision: Decision, order: Order) => void;

export function findOrder({ records }: Pick<Records, 'records'>, operationId: OperationId): Result<Order, Failure> {
  const order = records.find(operationId);
  return order === null ? err({ code: 'operation_unknown', operationId }) : ok(order);
}

/**
 * Feeds an input into the machine and makes what follows durable, with what `within` writes in the same transaction.
 * Errors: `operation_unknown`, what the machine refuses, or a journal that cannot be written.
 */
export function dispatch(
  context: Records,
  operationId: OperationId,
  input: OrderInput,
  within: Within = () => undefined,
): Result<Order, Failure> {
  const { session, journal, records } = context;
  const found = findOrder(context, operationId);
  if (!found.ok) return found;
  const order = found.value;
  const decided = decide(operationId, order, input, circumstancesOf(session, operationId, order));
  if (!decided.ok) return decided;
  const { events, copyEvidence } = decided.value;
  if (events.length === 0) return found;
  if (copyEvidence !== undefined) suspectCopy(context, operationId, copyEvidence);
  const recorded = journal.transaction((tx) => {
    within(tx, decided.value, order);
    return events.map((event) => records.recordIn(tx, event.subject, [event])).at(-1) ?? order;
  });
  if (!recorded.ok) return err({ ...recorded.error, operationId });
  for (const subject of new Set([operationId, ...events.map((event) => event.subject)])) records.changed(subject);
  return recorded;
}

/** Whether the machine wants another order of ours read before it settles this one. */
export function wouldReadOther(
  { session }: Records,
  operationId: OperationId,
  order: Order,
  evidence: SettlingEvidence,
): boolean {
  const now = circumstancesOf(session, operationId, order);
  const decided = decide(operationId, order, { kind: 'attemptOver', evidence }, now);
  return decided.ok && decided.value.readsOther === true;
}

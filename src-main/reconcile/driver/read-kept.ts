import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { OperationId } from '../../core/ids.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { reopen } from '../../exchange/kept-answer.ts';
import type { Pacing } from '../../exchange/pacing.ts';
import type { PartnerSession } from '../../exchange/session.ts';
import type { Journal } from '../../journal/journal.ts';
import type { OrderCodes } from '../../orders/codes/order-codes.ts';
import type { OrderDriver } from '../../orders/driver/driver.ts';
import { keptAnswerTo, type Order } from '../../orders/machine/order.ts';
import { readJson } from '../../partner-api/operations/json.ts';
import { readOrder } from '../../partner-api/operations/order.ts';
import { successOf } from '../../partner-api/problem.ts';
import type { Vault } from '../../vault/vault.ts';
import type { There } from '../machine/compare.ts';
import { thereOf } from './read-there.ts';

export interface KeptReadContext {
  readonly session: PartnerSession;
  readonly journal: Pick<Journal, 'sealed'>;
  readonly vault: Pick<Vault, 'unseal'>;
  readonly records: Pick<OrderCodes, 'find'>;
  readonly orders: Pick<OrderDriver, 'read'>;
}

/**
 * What the service says of an order that has no result here, read by the order's own way: the answer is kept, and it
 * moves the order. Null where that way sent nothing.
 */
export async function readKept(
  context: KeptReadContext,
  operationId: OperationId,
  paced: Pacing,
): Promise<There | null> {
  const { records, orders } = context;
  const before = new Set(records.find(operationId)?.attempts.map(({ attempt }) => attempt));
  const read = await paced(async (): Promise<Result<There | null, Failure>> => {
    const after = await orders.read(operationId);
    if (!after.ok) return after;
    const answered = answerIn(context, after.value, before);
    return answered === null || answered.ok ? thereIn(operationId, answered) : answered;
  });
  if (read.ok) return read.value;
  return read.error.code === 'resource_not_found' ? { kind: 'absent' } : { kind: 'unread', failure: read.error };
}

type Answered = Result<ReturnType<typeof readOrder>, Failure>;

/** The answer to the latest read of it that was not there before; null where none went out. */
function answerIn(context: KeptReadContext, { attempts }: Order, before: ReadonlySet<string>): Answered | null {
  const read = attempts.findLast(({ call, attempt }) => call === 'getPartnerOrder' && !before.has(attempt));
  if (read === undefined) return null;
  const kept = keptAnswerTo(read);
  if (kept === null) return err({ code: read.progress.stage === 'notSent' ? 'service_unreachable' : 'answer_timeout' });
  const opened = reopen(context, kept.sealed.id);
  if (!opened.ok) return opened;
  const success = successOf(opened.value.judged);
  return success.ok ? ok(readOrder(readJson(success.value.body))) : success;
}

function thereIn(
  operationId: OperationId,
  answered: Extract<Answered, { ok: true }> | null,
): Result<There | null, Failure> {
  if (answered === null) return ok(null);
  return answered.value === null ? err({ code: 'answer_unreadable' }) : ok(thereOf(operationId, answered.value));
}

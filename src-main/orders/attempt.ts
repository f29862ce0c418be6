import type { Failure } from '../../src-shared/contract/codes.ts';
import type { OperationId } from '../core/ids.ts';
import type { TransportFault } from '../core/ports.ts';
import { err, ok, type Result } from '../core/result.ts';
import {
  lateWaitMs,
  prepare,
  send,
  type DatedRequest,
  type Exchanged,
  type PartnerSession,
} from '../partner-api/session.ts';
import { takeAnswer } from './answer.ts';
import type { AttemptContext, EngineContext } from './context.ts';
import { happened } from './happened.ts';
import { orderEvent } from './machine/events.ts';
import { wasNeverSent, type Order } from './machine/order.ts';
import type { OrderCall } from './machine/verdict.ts';

/** Whether this is still what comes next for the order, as it is now. */
export type IsStillNext = (order: Order) => boolean;

/**
 * One attempt of one call, from the proof that answers can be sealed to the durable verdict. Everything is durable
 * before the next thing happens: the attempt before the request, the raw answer before it is read (laws 1 and 4).
 * Errors mean that nothing was sent, or that an answer could not be kept: it is then as good as lost, and the outcome
 * stays open. An answer that comes when nobody waits for it any more is taken all the same. Where the call is no longer
 * next when its turn comes nothing is sent, and the order is given as it is.
 */
export async function runAttempt(
  context: EngineContext,
  operationId: OperationId,
  call: OrderCall,
  isStillNext: IsStillNext,
): Promise<Result<Order, Failure>> {
  const order = context.book.find(operationId);
  const purpose = call === 'getPartnerOrder' ? 'settle' : order !== null && wasNeverSent(order) ? 'sale' : 'resend';
  return context.session.budget.run(purpose, async () => {
    if (purpose !== 'sale') await context.session.budget.pace(context.session.clock, context.stopping);
    return takeTurn(context, operationId, call, isStillNext);
  });
}

/**
 * The turn may come minutes after the decision. Meanwhile a late answer, a person or a new key may have changed what
 * comes next, so it is decided anew. Room for the answer is taken here too: what only waits for its turn needs none.
 */
async function takeTurn(
  context: AttemptContext,
  operationId: OperationId,
  call: OrderCall,
  isStillNext: IsStillNext,
): Promise<Result<Order, Failure>> {
  const { vault, journal, book, step, session } = context;
  const order = book.find(operationId);
  if (order === null) return err({ code: 'operation_unknown', operationId });
  if (!isStillNext(order)) return ok(order);
  const proved = vault.prove();
  if (!proved.ok) return err({ ...proved.error, operationId });
  step('sealing-proved');
  const room = journal.reserve();
  if (!room.ok) return err({ ...room.error, operationId });
  let lateMs = 0;
  const late: LateRoom = {
    overdue: () => {
      lateMs = lateWaitMs;
    },
    taken: () => room.value.release(),
  };
  try {
    return await attemptOnce(context, { operationId, attempt: session.randomness.uuid(), call, order, late });
  } finally {
    room.value.release(lateMs);
  }
}

/** What becomes of the room for an answer that did not come in time. */
interface LateRoom {
  readonly overdue: () => void;
  readonly taken: () => void;
}

interface Turn {
  readonly operationId: OperationId;
  readonly attempt: string;
  readonly call: OrderCall;
  readonly order: Order;
  readonly late: LateRoom;
}

async function attemptOnce(context: AttemptContext, turn: Turn): Promise<Result<Order, Failure>> {
  const { operationId, attempt, call, late } = turn;
  const sent = await sendOnce(context, turn);
  if (!sent.ok) return sent;
  const { prepared, answer } = sent.value;
  if (!answer.ok && answer.error.code === 'answer_timeout') late.overdue();
  if (!answer.ok) return happened(context, operationId, { kind: 'unanswered', attempt, reason: answer.error.code });
  context.step('answer-received');
  return takeAnswer(context, operationId, attempt, call, prepared, answer.value);
}

interface Sent {
  readonly order: Order;
  readonly prepared: DatedRequest;
  readonly answer: Result<Exchanged, TransportFault>;
}

async function sendOnce(
  context: AttemptContext,
  { operationId, attempt, call, order, late }: Turn,
): Promise<Result<Sent, Failure>> {
  const { session, step } = context;
  const key = session.signingKey(order.intent.pinned.keyId);
  if (key === null) return err({ code: 'not_enrolled', operationId });
  const prepared = prepareOrderCall(session, operationId, order, call);
  const started = startAttempt(context, operationId, { attempt, call, prepared, keyId: key.keyId });
  if (!started.ok) return started;
  step('attempt-recorded');
  const take = (exchanged: Exchanged): void =>
    context.background.run(() =>
      takeAnswer(context, operationId, attempt, call, prepared, exchanged).finally(late.taken),
    );
  const answer = await send(session, prepared, {
    key,
    onWritten: () => step('request-written'),
    late: { signal: context.background.signal, take },
  });
  return ok({ order: started.value, prepared, answer });
}

function prepareOrderCall(
  session: PartnerSession,
  operationId: OperationId,
  { intent }: Order,
  call: OrderCall,
): DatedRequest {
  if (call === 'getPartnerOrder') {
    return prepare(session, { operation: call, parameters: { operationId } });
  }
  const body = new TextEncoder().encode(intent.body);
  return prepare(session, { operation: call, form: intent.pinned, body });
}

interface Start extends Pick<Turn, 'attempt' | 'call'> {
  readonly prepared: DatedRequest;
  readonly keyId: string;
}

function startAttempt(
  { session, book }: AttemptContext,
  operationId: OperationId,
  { attempt, call, prepared, keyId }: Start,
): Result<Order, Failure> {
  const { url, headers, nonce, createdAtSeconds, expiresAtSeconds } = prepared;
  return book.record(operationId, [
    orderEvent(operationId, 'attempt-started', {
      attempt,
      call,
      url,
      headers: headers.map(([name, value]): [string, string] => [name, value]),
      nonce,
      createdAtSeconds,
      expiresAtSeconds,
      keyId,
      profileHash: session.profileHash,
    }),
  ]);
}

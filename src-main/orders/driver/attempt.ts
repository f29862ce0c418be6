import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { OperationId } from '../../core/ids.ts';
import { err, type Result } from '../../core/result.ts';
import { exchangeKept, type ExchangeOutcome } from '../../exchange/exchange-kept.ts';
import { orderEvent } from '../machine/events.ts';
import { mayLeave, purposeOf, type Hurry } from '../machine/next-step.ts';
import type { Order } from '../machine/order.ts';
import type { OrderCall } from '../machine/verdict.ts';
import type { DriverContext } from '../records/context.ts';
import { dispatch, findOrder } from '../records/dispatch.ts';
import { dispatchJudged } from '../records/kept-answers.ts';
import { attemptStarted, orderRequest, type OrderAttempt } from '../records/order-request.ts';
import { circumstancesOf } from '../records/terms.ts';

/**
 * One call of one order, in its turn, and what came of it fed back. The turn may come minutes after the decision, so
 * that is asked of the machine anew: where the call is not next any more, nothing is sent. Errors mean that nothing was
 * sent, or that an answer could not be kept: it is then as good as lost.
 */
export async function attemptOnce(
  context: DriverContext,
  operationId: OperationId,
  call: OrderCall,
  how: Hurry,
): Promise<Result<Order, Failure>> {
  const { session, stopping } = context;
  const found = findOrder(context, operationId);
  if (!found.ok) return found;
  const purpose = purposeOf(found.value, call);
  return session.budget.run(purpose, async () => {
    if (purpose !== 'sale') await session.budget.pace(session.clock, stopping);
    const now = findOrder(context, operationId);
    if (!now.ok || stopping.aborted) return now;
    if (!mayLeave(now.value, call, how, circumstancesOf(session, operationId, now.value))) return now;
    return exchange(context, { operationId, attempt: session.randomness.uuid(), call }, now.value);
  });
}

async function exchange(context: DriverContext, what: OrderAttempt, order: Order): Promise<Result<Order, Failure>> {
  const { session, records, step, background } = context;
  const { operationId, attempt, call } = what;
  const key = session.signingKey(order.intent.pinned.keyId);
  if (key === null) return err({ code: 'not_enrolled', operationId });
  const used = { keyId: key.keyId, profileHash: session.profileHash };
  const exchanged = await exchangeKept(context, {
    draft: orderRequest(operationId, order, call),
    key,
    sealedId: `answer:${attempt}`,
    unverified: () => records.unverified(operationId),
    recordStart: (prepared) => records.record(operationId, [attemptStarted(what, prepared, used)]),
    recordSealed: (tx, answer) =>
      void records.recordIn(tx, operationId, [orderEvent(operationId, 'answer-sealed', { attempt, ...answer })]),
    step,
    late: { background, take: (outcome) => void takeOutcome(context, what, outcome) },
  });
  return takeOutcome(context, what, exchanged);
}

function takeOutcome(
  context: DriverContext,
  { operationId, attempt, call }: OrderAttempt,
  exchanged: Result<ExchangeOutcome, Failure>,
): Result<Order, Failure> {
  if (!exchanged.ok) return err({ ...exchanged.error, operationId });
  const outcome = exchanged.value;
  switch (outcome.kind) {
    case 'unanswered':
      return dispatch(context, operationId, { kind: 'unanswered', attempt, reason: outcome.fault.code });
    case 'notKept': {
      const { httpStatus, judged } = outcome;
      return dispatch(context, operationId, { kind: 'notKept', attempt, httpStatus, reason: judged.reason });
    }
    case 'kept': {
      const { sealed, httpStatus, judged } = outcome;
      return dispatchJudged(context, operationId, { attempt, call, sealed, httpStatus, isAgain: false }, judged);
    }
  }
}

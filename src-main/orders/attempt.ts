import type { OperationId } from '../core/ids.ts';
import { err } from '../core/result.ts';
import type { Result } from '../core/result.ts';
import type { Failure } from '../../src-preload/contract/codes.ts';
import { prepareRequest } from '../partner-api/request.ts';
import type { PreparedRequest } from '../partner-api/request.ts';
import { send } from '../partner-api/session.ts';
import type { PartnerSession } from '../partner-api/session.ts';
import { takeAnswer } from './answer.ts';
import type { AttemptContext } from './context.ts';
import { orderEvent } from './events.ts';
import type { OrderFacts } from './facts.ts';
import type { OrderCall } from './verdict.ts';
import { waitAfter } from './wait.ts';

/**
 * One attempt of one call, from the proof that answers can be sealed to the durable verdict. Everything is durable before
 * the next thing happens: the attempt before the request, the raw answer before it is read (laws 1 and 4). Errors mean
 * that nothing was sent, or that an answer could not be kept: it is then as good as lost, and the outcome stays open.
 */
export async function runAttempt(context: AttemptContext, operationId: OperationId, facts: OrderFacts, call: OrderCall): Promise<Result<OrderFacts, Failure>> {
  const { session, vault, step } = context;
  const proved = vault.prove();
  if (!proved.ok) return err({ ...proved.error, operationId });
  step('sealing-proved');
  const attempt = session.randomness.uuid();
  const prepared = prepareOrderCall(session, operationId, facts, call);
  const started = startAttempt(context, operationId, attempt, call, prepared);
  if (!started.ok) return started;
  step('attempt-recorded');
  const sent = await send(session, prepared, () => step('request-written'));
  if (!sent.ok) {
    const retryAtMs = session.clock.nowMs() + waitAfter(session, null, null, started.value);
    const event = sent.error.code === 'not_sent'
      ? orderEvent(operationId, 'attempt-not-sent', { attempt, retryAtMs })
      : orderEvent(operationId, 'attempt-lost', { attempt, reason: sent.error.code, retryAtMs });
    return context.book.record(operationId, [event]);
  }
  step('answer-received');
  return takeAnswer(context, operationId, attempt, call, prepared, sent.value);
}

function prepareOrderCall(session: PartnerSession, operationId: OperationId, { intent }: OrderFacts, call: OrderCall): PreparedRequest {
  const nowMs = session.serviceClock.nowMs();
  const language = session.language();
  if (call === 'getPartnerOrder') {
    return prepareRequest(session.profile, { operation: call, parameters: { operationId }, language }, nowMs, session.randomness);
  }
  const body = new TextEncoder().encode(intent.body);
  return prepareRequest(
    session.profile, { operation: call, parameters: { walletId: intent.walletId }, body, idempotencyKey: operationId, language }, nowMs, session.randomness,
  );
}

function startAttempt({ session, book }: AttemptContext, operationId: OperationId, attempt: string, call: OrderCall, prepared: PreparedRequest): Result<OrderFacts, Failure> {
  const key = session.signingKey();
  if (key === null) return err({ code: 'not_enrolled', operationId });
  const { url, headers, nonce, createdAtSeconds, expiresAtSeconds } = prepared;
  return book.record(operationId, [orderEvent(operationId, 'attempt-started', {
    attempt, call, url, headers: headers.map(([name, value]): [string, string] => [name, value]), nonce, createdAtSeconds, expiresAtSeconds,
    keyId: key.keyId, profileHash: session.profileHash,
  })]);
}

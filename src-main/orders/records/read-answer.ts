import type { DeploymentProfile } from '../../deployment/profile.ts';
import type { Judged } from '../../partner-api/judge.ts';
import { readJson } from '../../partner-api/operations/json.ts';
import { readOperationId, readOrder } from '../../partner-api/operations/order.ts';
import { readProblem, requestIdOf } from '../../partner-api/problem.ts';
import { retryAfterMs } from '../../partner-api/retry-after.ts';
import type { ServiceClock } from '../../partner-api/service-clock.ts';
import type { AnsweredOrder, OrderAnswer } from '../machine/answer.ts';

/** By what a date in an answer is read. */
export interface Reading {
  readonly profile: DeploymentProfile;
  readonly serviceClock: Pick<ServiceClock, 'nowMs'>;
}

/**
 * A judged answer as the machine takes it; `usedBy` is the subject that an answer with its signature already spoke of.
 */
export function readAnswer(judged: Judged, { profile, serviceClock }: Reading, usedBy: string | null): OrderAnswer {
  if (judged.kind === 'unverified') return { kind: 'unbelieved', reason: judged.reason };
  const { status, createdAtSeconds, bound } = judged;
  const isSuccess = status >= 200 && status < 300;
  const body = isSuccess ? readJson(judged.body) : null;
  const order = isSuccess ? orderIn(body) : null;
  return {
    kind: 'believed',
    status,
    createdAtSeconds,
    usedBy,
    order,
    requestId: requestIdOf(judged).requestId ?? null,
    isBound: bound.has('idempotency-key') || bound.has('nonce'),
    // `@target-uri` holds the path and more (RFC 9421 section 2.2.2).
    isBoundToPath: bound.has('@method') && (bound.has('@path') || bound.has('@target-uri')),
    isReplay: judged.header('idempotency-replayed')?.toLowerCase() === 'true',
    retryAfterMs: retryAfterMs(judged.header('retry-after'), profile, serviceClock.nowMs()),
    problemCode: isSuccess ? null : (readProblem(judged)?.code ?? null),
    named: order?.operationId ?? (isSuccess ? readOperationId(body) : null),
  };
}

function orderIn(body: unknown): AnsweredOrder | null {
  const order = readOrder(body);
  if (order === null) return null;
  const { soldCards, ...members } = order;
  return { ...members, soldCardIds: soldCards.map(({ soldCardId }) => soldCardId) };
}

import type { RawAnswer, TransportFault } from '../core/ports.ts';
import { err, ok } from '../core/result.ts';
import type { Result } from '../core/result.ts';
import type { Failure } from '../../src-preload/contract/codes.ts';
import type { Judged } from './judge.ts';
import type { BodyReader } from './operations/body-reader.ts';
import { readJson } from './operations/json.ts';
import { diagnosticBody, operations } from './operations/table.ts';
import { failureOf, requestIdOf } from './problem.ts';
import { prepareRequest } from './request.ts';
import type { RequestDraft } from './request.ts';
import { judgeAnswer, send } from './session.ts';
import type { PartnerSession } from './session.ts';

/** A value read from a verified answer. */
export interface Reading<T> {
  readonly value: T;
  readonly requestId: string | null;
  /** `Cache-Control: no-store` (RFC 9111 section 5.2.2.5): nothing of the answer may be kept. It counts unsigned too, for it only takes away. */
  readonly noStore: boolean;
}

export type { BodyReader } from './operations/body-reader.ts';

/**
 * One call without a durable trace: the reads, the diagnostic and the enrolment read. Errors: not enrolled, unreachable,
 * unverified (with its reason as `detail`), a verified refusal, or a body of another shape.
 */
export async function readOperation<T>(session: PartnerSession, draft: RequestDraft, reader: BodyReader<T>): Promise<Result<Reading<T>, Failure>> {
  if (session.signingKey() === null && draft.token === undefined) return err({ code: 'not_enrolled' });
  const first = await exchange(session, draft);
  const again = isStale(first) && operations[draft.operation].kind === 'safeRead' && (await learnServiceTime(session));
  const exchanged = again ? await exchange(session, draft) : first;
  if (!exchanged.ok) return err(transportFailure(exchanged.error));
  const { judged, noStore } = exchanged.value;
  const failure = failureOf(judged);
  if (failure !== null) return err(failure);
  if (judged.kind !== 'verified') return err({ code: 'counter_bug' });
  const value = reader(readJson(judged.body));
  const requestId = requestIdOf(judged).requestId ?? null;
  if (value === null) return err({ code: 'answer_unreadable', httpStatus: judged.status, ...requestIdOf(judged) });
  return ok({ value, requestId, noStore });
}

export function transportFailure(fault: TransportFault): Failure {
  return { code: fault.code === 'not_sent' ? 'service_unreachable' : fault.code };
}

interface Answered {
  readonly judged: Judged;
  readonly noStore: boolean;
}

async function exchange(session: PartnerSession, draft: RequestDraft): Promise<Result<Answered, TransportFault>> {
  const language = session.language();
  return session.budget.run('sync', async () => {
    const prepared = prepareRequest(session.profile, { language, ...draft }, session.serviceClock.nowMs(), session.randomness);
    const sent = await send(session, prepared);
    return sent.ok ? ok({ judged: await judgeAnswer(session, prepared, sent.value), noStore: saysNoStore(sent.value.raw) }) : sent;
  });
}

/** RFC 9111 section 5.2.2.5. */
export function saysNoStore({ headers }: Pick<RawAnswer, 'headers'>): boolean {
  return headers.some(([name, value]) => name.toLowerCase() === 'cache-control' && /(?:^|,)\s*no-store\s*(?:,|$)/i.test(value));
}

function isStale(exchanged: Result<Answered, TransportFault>): boolean {
  return exchanged.ok && exchanged.value.judged.kind === 'unverified' && exchanged.value.judged.reason === 'stale';
}

/**
 * A read carries nothing unique that its answer could be bound to, so where the clocks are apart no read is ever believed
 * (design, "Clock"). The diagnostic changes nothing and carries a nonce; its answer teaches the time also when it refuses.
 */
export async function learnServiceTime(session: PartnerSession): Promise<boolean> {
  const judged = await exchange(session, { operation: 'runPartnerSignatureDiagnostic', body: diagnosticBody });
  return judged.ok && judged.value.judged.kind === 'verified';
}

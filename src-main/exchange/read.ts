import type { Failure } from '../../src-shared/contract/codes.ts';
import type { RawAnswer, TransportFault } from '../core/ports.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { Verified } from '../partner-api/judge.ts';
import type { BodyReader } from '../partner-api/operations/body-reader.ts';
import { readJson } from '../partner-api/operations/json.ts';
import { diagnosticBody, operations } from '../partner-api/operations/table.ts';
import { clockNamed, requestIdOf, successOf } from '../partner-api/problem.ts';
import type { RequestDraft } from '../partner-api/request.ts';
import { refusalWhileResting, restingMs } from './budget.ts';
import { exchangeOnce, type Answered } from './exchange-once.ts';
import type { PartnerSession } from './session.ts';

/** A value read from a verified answer. */
export interface Reading<T> {
  readonly value: T;
  readonly requestId: string | null;
  /**
   * `Cache-Control: no-store` (RFC 9111 section 5.2.2.5): nothing of the answer may be kept. It counts unsigned too,
   * for it only takes away.
   */
  readonly noStore: boolean;
  /** What vouches for it. */
  readonly signed: Pick<Verified, 'createdAtSeconds' | 'serviceKeyId' | 'signatureSha256'>;
}

export type { BodyReader } from '../partner-api/operations/body-reader.ts';

/**
 * One call without a durable trace: the reads, the diagnostic and the enrolment read. Errors: not enrolled,
 * unreachable, unverified (with its reason as `detail`), a verified refusal, or a body of another shape.
 */
export async function readOperation<T>(
  session: PartnerSession,
  draft: RequestDraft,
  reader: BodyReader<T>,
): Promise<Result<Reading<T>, Failure>> {
  if (session.signingKey() === null && draft.token === undefined) return err({ code: 'not_enrolled' });
  const resting = await refusalWhileResting(session);
  if (resting !== null) return err(resting);
  const first = await exchangeOnce(session, draft);
  const exchanged =
    operations[draft.operation].kind === 'safeRead' && (await isWorthAsking(session, first))
      ? await exchangeOnce(session, draft)
      : first;
  if (!exchanged.ok) return err(transportFailure(exchanged.error));
  const { judged, raw } = exchanged.value;
  const success = successOf(judged);
  if (!success.ok) return err(clockNamed(session, success.error));
  const { value: answer } = success;
  const value = reader(readJson(answer.body));
  const { requestId } = requestIdOf(answer);
  if (value === null) return err({ code: 'answer_unreadable', httpStatus: answer.status, ...requestIdOf(answer) });
  const { createdAtSeconds, serviceKeyId, signatureSha256 } = answer;
  const signed = { createdAtSeconds, serviceKeyId, signatureSha256 };
  return ok({ value, requestId: requestId ?? null, noStore: saysNoStore(raw), signed });
}

export function transportFailure(fault: TransportFault): Failure {
  return { code: fault.code === 'not_sent' ? 'service_unreachable' : fault.code };
}

/** RFC 9111 section 5.2.2.5. */
export function saysNoStore({ headers }: Pick<RawAnswer, 'headers'>): boolean {
  return headers.some(
    ([name, value]) => name.toLowerCase() === 'cache-control' && /(?:^|,)\s*no-store\s*(?:,|$)/i.test(value),
  );
}

/** Whether asking again may help: by the service's time where it could be learned, by another date in any case. */
async function isWorthAsking(session: PartnerSession, first: Result<Answered, TransportFault>): Promise<boolean> {
  if (!first.ok) return false;
  const { judged, misdated, refusedLate } = first.value;
  if (refusedLate) return true;
  const isStale = judged.kind === 'unverified' && judged.reason === 'stale';
  if (!isStale && !misdated) return false;
  return (await learnServiceTime(session)) || misdated;
}

/**
 * A read carries nothing unique that its answer could be bound to, so where the clocks are apart no read is ever
 * verified (design, "Clock"). The diagnostic changes nothing and carries a nonce; its answer teaches the time also when
 * it refuses.
 */
export async function learnServiceTime(session: PartnerSession): Promise<boolean> {
  if (restingMs(session) > 0) return false;
  const asked = await exchangeOnce(session, { operation: 'runPartnerSignatureDiagnostic', body: diagnosticBody });
  return asked.ok && asked.value.judged.kind === 'verified';
}

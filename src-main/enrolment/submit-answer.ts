import type { Failure } from '../../src-shared/contract/codes.ts';
import { err, ok, type Result } from '../core/result.ts';
import { decodeAnswer, judgeKept, type KeptAnswer } from '../exchange/kept-answer.ts';
import { readKeyResult, type EnrollmentKeyResult } from '../partner-api/operations/enrolment.ts';
import { readJson } from '../partner-api/operations/json.ts';
import { acceptAnswer, type EnrolmentAnswer } from './answer.ts';
import type { EnrolmentContext, StepResult } from './context.ts';
import type { EnrolmentEvent } from './events.ts';
import { endAttempt } from './exchange.ts';
import type { Facts } from './facts.ts';
import { thumbprintsAgree } from './key-step.ts';
import { explained, meaningOf, saysUsedUp } from './refusal-table.ts';
import { noteNotActive } from './validity.ts';

/** Judges a sealed answer to the submission from its sealed bytes, whether it came now or before a crash. */
export async function judgeSealed(
  context: EnrolmentContext,
  invitationId: string,
  record: string,
): Promise<StepResult> {
  const facts = context.store.under(invitationId);
  if (facts === null) throw new Error('an answer was sealed for an enrolment that was never begun');
  const answer = await sealedAnswer(context, record);
  if (!answer.ok) return moveNothing(context, facts, 'unknown', answer.error);
  const { refusal, body } = answer.value;
  if (refusal !== null) return refused(context, facts, record, refusal);
  const result = readKeyResult(body);
  if (result === null) return moveNothing(context, facts, 'unknown', { code: 'answer_unreadable' });
  return submitted(context, facts, { record, result, trust: answer.value.trust });
}

/** The challenge and what came with it, from the sealed answer that was judged when the enrolment went on. */
export function sealedKeyResult(context: EnrolmentContext, record: string): Result<EnrollmentKeyResult, Failure> {
  const stored = storedAnswer(context, record);
  if (!stored.ok) return stored;
  const result = readKeyResult(readJson(stored.value.raw.body));
  return result === null ? err({ code: 'answer_unreadable' }) : ok(result);
}

async function sealedAnswer(context: EnrolmentContext, record: string): Promise<Result<EnrolmentAnswer, Failure>> {
  const stored = storedAnswer(context, record);
  if (!stored.ok) return stored;
  const { session } = context;
  const first = judgeKept(session, stored.value);
  const again = first.kind === 'unverified' && first.reason === 'unknown_key' && (await session.serviceKeys.refresh());
  return acceptAnswer(session.profile, again ? judgeKept(session, stored.value) : first, stored.value.raw);
}

function storedAnswer({ store }: EnrolmentContext, record: string): Result<KeptAnswer, Failure> {
  const bytes = store.unseal(record);
  if (!bytes.ok) return bytes;
  const stored = decodeAnswer(bytes.value);
  bytes.value.fill(0);
  return stored === null ? err({ code: 'answer_unreadable', detail: 'sealed_record' }) : ok(stored);
}

/** The attempt is over unless that was recorded before a crash; a judgement repeated later writes nothing again. */
function moveNothing(
  context: EnrolmentContext,
  facts: Facts,
  taken: 'no' | 'unknown',
  failure: Failure,
  answer?: string,
): Result<never, Failure> {
  if (!facts.attempts.submit.open && answer === undefined) return err(failure);
  return endAttempt(context, facts, { step: 'submit', taken, failure, ...(answer === undefined ? {} : { answer }) });
}

function refused(context: EnrolmentContext, facts: Facts, answer: string, refusal: Failure): StepResult {
  const meaning = meaningOf(refusal);
  if (meaning !== 'final') return moveNothing(context, facts, meaning === 'again' ? 'no' : 'unknown', refusal, answer);
  const isLost = facts.attempts.submit.lost;
  const failure = explained(refusal, isLost);
  const over: EnrolmentEvent = {
    kind: 'enrolment-attempt-ended',
    body: { step: 'submit', taken: 'no', failure, answer },
  };
  // Another posting of the same key is no end: the challenge in hand counts, or staff restart the enrolment.
  const awaited: readonly EnrolmentEvent[] =
    isLost && saysUsedUp(refusal) ? [{ kind: 'enrolment-restart-awaited', body: { failure } }] : [];
  if (facts.submitted !== null || awaited.length > 0) {
    const rests = context.store.record(facts.invitationId, over, ...awaited);
    return rests.ok ? ok('rest') : rests;
  }
  const recorded = context.store.record(facts.invitationId, over, { kind: 'enrolment-refused', body: { failure } });
  return recorded.ok ? ok('moved') : recorded;
}

interface Taken {
  readonly record: string;
  readonly result: EnrollmentKeyResult;
  readonly trust: string;
}

/** The keyring learns the key id first: repeated after a crash it writes the same once more. */
function submitted(
  { store, keyring, session, journal }: EnrolmentContext,
  facts: Facts,
  { record, result, trust }: Taken,
): StepResult {
  if (keyring.find(facts.localId) === null) return err({ code: 'vault_unavailable', detail: 'key_missing' });
  const bound = keyring.bindKeyId(facts.localId, result.keyId);
  if (!bound.ok) return bound;
  // What is not proved cannot be active.
  const noted = noteNotActive(journal, result.keyId, session.serviceClock.nowMs());
  if (!noted.ok) return noted;
  const agree = thumbprintsAgree(session.profile, bound.value.publicJwk, result.thumbprint);
  const recorded = store.record(facts.invitationId, {
    kind: 'enrolment-submitted',
    body: { keyId: result.keyId, serviceThumbprint: result.thumbprint, thumbprintsAgree: agree, answer: record, trust },
  });
  return recorded.ok ? ok('moved') : recorded;
}

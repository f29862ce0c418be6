import type { Failure } from '../../../src-shared/contract/codes.ts';
import { detailed } from '../../../src-shared/contract/details.ts';
import type { Result } from '../../core/result.ts';
import { looksStale, type TrustedAnswer } from './answer.ts';
import { mayBeTaken, type Enrolment } from './enrolment.ts';
import { enrolmentEvent, type AttemptedStep, type EnrolmentEventBody, type NewEnrolmentEvent } from './events.ts';
import { readingSays, type InvitationReading } from './invitation.ts';
import type { AcceptedKey, KeyTrial } from './key-trial.ts';
import { stepAfterAnswer, stepAfterPosting, type Circumstances, type Next } from './next-step.ts';
import { explained, mayAskAgain, refusalRow } from './refusal-table.ts';

/** What came of a step. What is recorded as it is (a proof that was made, a request that leaves) is not among it. */
export type StepReport =
  | { readonly kind: 'keyMade'; readonly thumbprint: string }
  | {
      readonly kind: 'invitationRead';
      readonly reading: Result<InvitationReading, Failure>;
      /** It was read with the service's time. */
      readonly timeLearned: boolean;
    }
  /** An attempt got no answer. */
  | { readonly kind: 'unanswered'; readonly step: AttemptedStep; readonly failure: Failure }
  /** The submission got one that cannot be verified, and its bytes were not kept. */
  | { readonly kind: 'notKept'; readonly failure: Failure }
  | KeyAnswered
  | { readonly kind: 'proofAnswered'; readonly answer: Result<TrustedAnswer, Failure> }
  | KeyTried;

/** A sealed answer to the submission was judged and read. */
export interface KeyAnswered {
  readonly kind: 'keyAnswered';
  readonly record: string;
  /** It lay here from before, as after a crash. */
  readonly isEarlier: boolean;
  readonly answer: Result<TrustedAnswer, Failure>;
  /** What the service says of the key, beside the challenge; null where that cannot be read. */
  readonly result: { readonly keyId: string; readonly thumbprint: string } | null;
  /** Whether its thumbprint is the one of our key; null where that key is not there. */
  readonly thumbprintsAgree: boolean | null;
}

export interface KeyTried {
  readonly kind: 'keyTried';
  readonly keyId: string;
  readonly trial: KeyTrial;
  /** Whom another key in use belongs to; null where there is none, or that is not known. */
  readonly applicationInUse: string | null;
  /** When the service last said that this key is not active. */
  readonly lastNotActiveMs: number | null;
}

export interface Decision {
  /** To be recorded in one transaction. */
  readonly events: readonly NewEnrolmentEvent[];
  readonly next: Next;
  /** To be done in the keyring before that: repeated after a crash, it changes nothing more. */
  readonly inKeyring?: { readonly kind: 'bind'; readonly keyId: string } | { readonly kind: 'activate' };
  /** The service says that the key was not active then, by its time. */
  readonly notActive?: { readonly keyId: string; readonly atMs: number };
  /** How long the service asks to be left alone with a key that is not active. */
  readonly askedWaitMs?: number;
}

/** What follows from a step for an enrolment. Pure: whoever calls it makes that durable, and does what is next. */
export function decide(enrolment: Enrolment, report: StepReport, circumstances: Circumstances): Decision {
  const { invitationId, localId } = enrolment;
  switch (report.kind) {
    case 'keyMade':
      return moved(enrolmentEvent(invitationId, 'enrolment-key-made', { localId, thumbprint: report.thumbprint }));
    case 'invitationRead':
      return enrolment.state === 'awaitingActivation'
        ? readForActivation(enrolment, report.reading)
        : readForSubmission(enrolment, report, circumstances);
    case 'unanswered': {
      // Nothing was taken only where nothing left this computer.
      const { step, failure } = report;
      const taken = failure.code === 'service_unreachable' ? 'no' : 'unknown';
      return endAttempt(enrolment, { step, taken, failure });
    }
    case 'notKept':
      return endAttempt(enrolment, { step: 'submit', taken: 'unknown', failure: report.failure });
    case 'keyAnswered':
      return keyAnswered(enrolment, report, circumstances);
    case 'proofAnswered':
      return proofAnswered(enrolment, report.answer, circumstances);
    case 'keyTried':
      return keyTried(enrolment, report, circumstances);
  }
}

function readForSubmission(
  enrolment: Enrolment,
  { reading, timeLearned }: Extract<StepReport, { readonly kind: 'invitationRead' }>,
  circumstances: Circumstances,
): Decision {
  if (reading.ok) {
    const { events, isOver } = readingSays(enrolment, reading.value);
    return { events, next: { kind: isOver ? 'goOn' : 'postKey' } };
  }
  const refusal = reading.error;
  if (looksStale(refusal) && !timeLearned) return { events: [], next: { kind: 'readInvitation', learnTime: true } };
  if (refusalRow(refusal).meaning !== 'final') return failed(refusal);
  // A challenge is in hand: what the invitation does not take any more says nothing against that.
  if (enrolment.submitted !== null) return { events: [], next: stepAfterPosting(enrolment, circumstances) };
  const isLost = mayBeTaken(enrolment.attempts.submit);
  const failure = explained(refusal, isLost);
  return isLost && refusalRow(refusal).saysUsedUp === true
    ? { events: [enrolmentEvent(enrolment.invitationId, 'enrolment-restart-awaited', { failure })], next: rest }
    : moved(enrolmentEvent(enrolment.invitationId, 'enrolment-refused', { failure }));
}

/** A token is done with once its proof is taken, so a refused read says nothing here. */
function readForActivation(enrolment: Enrolment, reading: Result<InvitationReading, Failure>): Decision {
  if (!reading.ok) return { events: [], next: rest };
  const { events, isOver } = readingSays(enrolment, reading.value);
  return { events, next: isOver ? { kind: 'goOn' } : rest };
}

function keyAnswered(enrolment: Enrolment, report: KeyAnswered, circumstances: Circumstances): Decision {
  const { answer, result, record, thumbprintsAgree } = report;
  if (!answer.ok) return answerMovesNothing(enrolment, report, { taken: 'unknown', failure: answer.error });
  if (answer.value.refusal !== null) return keyRefused(enrolment, report, answer.value.refusal, circumstances);
  if (result === null)
    return answerMovesNothing(enrolment, report, { taken: 'unknown', failure: { code: 'answer_unreadable' } });
  if (thumbprintsAgree === null) return failed(detailed('vault_unavailable', 'key_missing'));
  const { keyId, thumbprint: serviceThumbprint } = result;
  const { trust } = answer.value;
  return {
    inKeyring: { kind: 'bind', keyId },
    // What is not proved cannot be active.
    notActive: { keyId, atMs: circumstances.serviceNowMs },
    ...moved(
      enrolmentEvent(enrolment.invitationId, 'enrolment-submitted', {
        keyId,
        serviceThumbprint,
        thumbprintsAgree,
        answer: record,
        trust,
      }),
    ),
  };
}

function keyRefused(
  enrolment: Enrolment,
  report: KeyAnswered,
  refusal: Failure,
  circumstances: Circumstances,
): Decision {
  const { invitationId, attempts, submitted } = enrolment;
  const { record: answer } = report;
  const { meaning, saysUsedUp } = refusalRow(refusal);
  if (meaning !== 'final')
    return answerMovesNothing(enrolment, report, {
      taken: meaning === 'again' ? 'no' : 'unknown',
      failure: refusal,
      answer,
    });
  const isLost = attempts.submit.lost;
  const failure = explained(refusal, isLost);
  const over = enrolmentEvent(invitationId, 'enrolment-attempt-ended', {
    step: 'submit',
    taken: 'no',
    failure,
    answer,
  });
  // Another posting of the same key is no end: the challenge in hand counts, or staff restart the enrolment.
  const awaited =
    isLost && saysUsedUp === true ? [enrolmentEvent(invitationId, 'enrolment-restart-awaited', { failure })] : [];
  return submitted !== null || awaited.length > 0
    ? { events: [over, ...awaited], next: stepAfterPosting(enrolment, circumstances) }
    : moved(over, enrolmentEvent(invitationId, 'enrolment-refused', { failure }));
}

/** The attempt is over unless that was recorded before a crash; a judgement repeated later writes nothing again. */
function answerMovesNothing(
  enrolment: Enrolment,
  { isEarlier, record }: KeyAnswered,
  end: Omit<EnrolmentEventBody<'enrolment-attempt-ended'>, 'step'>,
): Decision {
  const isKnown = !enrolment.attempts.submit.open && end.answer === undefined;
  const { events, next } = endAttempt(enrolment, { step: 'submit', ...end });
  return {
    events: isKnown ? [] : events,
    // What cannot be verified even now may be no answer of the service at all.
    next: isEarlier && mayAskAgain(end.failure) ? stepAfterAnswer(enrolment, record) : next,
  };
}

function proofAnswered(
  enrolment: Enrolment,
  answer: Result<TrustedAnswer, Failure>,
  { proofForm: form }: Circumstances,
): Decision {
  const { invitationId, attempts } = enrolment;
  if (!answer.ok) return endAttempt(enrolment, { step: 'proof', taken: 'unknown', failure: answer.error });
  const { trust, refusal: failure } = answer.value;
  if (failure === null) return moved(enrolmentEvent(invitationId, 'enrolment-awaiting', { trust }));
  const { meaning, speaksOfForm } = refusalRow(failure);
  const isLost = attempts.proof.lost;
  if (speaksOfForm === true && !isLost)
    return { events: [enrolmentEvent(invitationId, 'enrolment-proof-refused', { failure, form })], next: rest };
  if (meaning !== 'final')
    return endAttempt(enrolment, { step: 'proof', taken: meaning === 'again' ? 'no' : 'unknown', failure });
  // A refusal of a repeated proof proves nothing: the service may have taken the first one, and a challenge is answered
  // once. Only the activation can tell.
  return isLost
    ? moved(
        enrolmentEvent(invitationId, 'enrolment-awaiting', {
          trust: 'verified',
          doubt: { ...failure, detail: 'proof_unconfirmed' },
        }),
      )
    : moved(enrolmentEvent(invitationId, 'enrolment-refused', { failure }));
}

function keyTried(enrolment: Enrolment, report: KeyTried, { readsInvitation }: Circumstances): Decision {
  const { trial, keyId } = report;
  if (trial.accepted) return keyAccepted(enrolment, report, trial);
  const { isBound, waitMs, askedAtMs } = trial;
  const isRead = readsInvitation && enrolment.state === 'awaitingActivation';
  return {
    events: [],
    next: isRead ? { kind: 'readInvitation', learnTime: false } : rest,
    askedWaitMs: waitMs,
    ...(isBound ? { notActive: { keyId, atMs: askedAtMs } } : {}),
  };
}

/**
 * Orders, cards and invoices are their application's: a key of another one would settle and reveal nothing of this
 * counter.
 */
function keyAccepted(
  { invitationId }: Enrolment,
  { keyId, applicationInUse, lastNotActiveMs }: KeyTried,
  { evidence, askedAtMs }: AcceptedKey,
): Decision {
  const { applicationId } = evidence;
  if (applicationInUse !== null && applicationId !== undefined && applicationId !== applicationInUse) {
    const failure = { code: 'key_of_another_application' } as const;
    return moved(enrolmentEvent(invitationId, 'enrolment-refused', { failure }));
  }
  const window = { notActiveAtMs: lastNotActiveMs ?? askedAtMs, activeAtMs: askedAtMs };
  return {
    inKeyring: { kind: 'activate' },
    ...moved(enrolmentEvent(invitationId, 'enrolment-active', { keyId, ...evidence, ...window })),
  };
}

const rest = { kind: 'rest' } as const;

function moved(...events: readonly NewEnrolmentEvent[]): Decision {
  return { events, next: { kind: 'goOn' } };
}

function failed(failure: Failure): Decision {
  return { events: [], next: { kind: 'failed', failure } };
}

/** An attempt moved nothing. */
function endAttempt({ invitationId }: Enrolment, end: EnrolmentEventBody<'enrolment-attempt-ended'>): Decision {
  return {
    events: [enrolmentEvent(invitationId, 'enrolment-attempt-ended', end)],
    next: { kind: 'failed', failure: end.failure },
  };
}

import { isUnderWay, mayBeTaken, mayHoldKey, type Attempts, type Enrolment, type FailureRecord } from './enrolment.ts';
import type { AttemptedStep, EnrolmentEvent, EnrolmentEventBody } from './events.ts';

const noAttempts: Attempts = { open: false, lost: false, started: false };

/** An enrolment from the events of its invitation, oldest first; null where nobody began. */
export function enrolmentOf(invitationId: string, events: readonly EnrolmentEvent[]): Enrolment | null {
  let enrolment: Enrolment | null = null;
  for (const event of events) {
    if (event.kind === 'enrolment-drafted') enrolment = drafted(invitationId, enrolment, event.body);
    else if (enrolment !== null) enrolment = apply(enrolment, event);
  }
  return enrolment;
}

function drafted(
  invitationId: string,
  before: Enrolment | null,
  body: EnrolmentEventBody<'enrolment-drafted'>,
): Enrolment {
  const { deployment, localId, validDays, cidrs, sealed } = body;
  if (before?.localId === localId) {
    // With another token the same key goes on at the challenge that is kept.
    if (before.waitsFor === 'proofForm') return { ...before, validDays, cidrs, tokenRecord: sealed.id };
    // A person turned to another invitation and came back: what the service was sent, and gave once, still counts.
    if (isUnderWay(before)) return before;
  }
  return {
    invitationId,
    deployment,
    state: 'draft',
    localId,
    validDays,
    cidrs,
    tokenRecord: sealed.id,
    ownThumbprint: null,
    // A submission whose answer was lost may have used the invitation up, whoever begins again.
    attempts: { submit: { ...noAttempts, lost: before !== null && mayHoldKey(before) }, proof: noAttempts },
    openAnswers: [],
    submitted: null,
    proofRecord: null,
    refusedForms: [],
    refusal: null,
    waitsFor: null,
    activation: null,
    applicationId: null,
    invitationEndsAt: null,
  };
}

/** The enrolment after an event. */
function apply(enrolment: Enrolment, event: Exclude<EnrolmentEvent, { kind: 'enrolment-drafted' }>): Enrolment {
  switch (event.kind) {
    case 'enrolment-key-made':
      return { ...enrolment, state: 'keyMade', ownThumbprint: event.body.thumbprint };
    case 'enrolment-attempt-started':
      return withAttempts(enrolment, event.body.step, (before) => ({
        open: true,
        started: true,
        lost: mayBeTaken(before),
      }));
    case 'enrolment-answer-sealed':
      return answerSealed(enrolment, event.body.sealed.id);
    case 'enrolment-attempt-ended':
      return attemptEnded(enrolment, event.body);
    case 'enrolment-submitted':
      return {
        ...withAttempts(enrolment, 'submit', () => ({ ...noAttempts, started: true })),
        state: 'submitted',
        submitted: event.body,
        openAnswers: [],
        proofRecord: null,
        refusedForms: [],
        refusal: null,
        waitsFor: null,
      };
    case 'enrolment-proved':
      return { ...enrolment, state: 'proved', proofRecord: event.body.sealed.id, refusal: null, waitsFor: null };
    case 'enrolment-proof-refused': {
      const { failure, form } = event.body;
      return { ...proofRefused(enrolment, failure), refusedForms: [...enrolment.refusedForms, form] };
    }
    case 'enrolment-restart-awaited':
      return { ...enrolment, refusal: event.body.failure, waitsFor: 'restart' };
    case 'enrolment-awaiting':
      return { ...enrolment, state: 'awaitingActivation', refusal: event.body.doubt ?? null };
    case 'enrolment-active':
      return {
        ...enrolment,
        state: 'active',
        refusal: null,
        activation: activationIn(event.body),
        applicationId: event.body.applicationId ?? null,
      };
    case 'enrolment-refused':
      return isOfProof(enrolment, event.body.failure)
        ? proofRefused(enrolment, event.body.failure)
        : { ...enrolment, state: 'refused', refusal: event.body.failure, waitsFor: null, openAnswers: [] };
    case 'enrolment-invitation-read':
      return { ...enrolment, invitationEndsAt: event.body.expiresAt };
    case 'enrolment-expired':
      return { ...enrolment, state: 'expired' };
  }
}

/** A late answer to a posting whose challenge was not needed in the end would take the place of the one in hand. */
function answerSealed(enrolment: Enrolment, id: string): Enrolment {
  return mayBeTaken(enrolment.attempts.submit)
    ? { ...enrolment, openAnswers: [...enrolment.openAnswers, id] }
    : enrolment;
}

/** The next proof is made anew, in another form, over the challenge that is kept. */
function proofRefused(enrolment: Enrolment, refusal: FailureRecord): Enrolment {
  return {
    ...enrolment,
    state: 'submitted',
    proofRecord: null,
    refusal,
    waitsFor: 'proofForm',
    attempts: { ...enrolment.attempts, proof: noAttempts },
  };
}

/** Records from before a refused proof was known to be no end: their challenge is kept like any other. */
function isOfProof({ state }: Enrolment, { code }: FailureRecord): boolean {
  return state === 'proved' && code === 'key_proof_invalid';
}

/** Records from before these times were kept do not know them. */
function activationIn({ notActiveAtMs, activeAtMs }: EnrolmentEventBody<'enrolment-active'>): Enrolment['activation'] {
  return notActiveAtMs === undefined || activeAtMs === undefined ? null : { notActiveAtMs, activeAtMs };
}

function attemptEnded(enrolment: Enrolment, body: EnrolmentEventBody<'enrolment-attempt-ended'>): Enrolment {
  const changed = withAttempts(enrolment, body.step, (before) => ({
    ...before,
    open: false,
    lost: before.lost || body.taken === 'unknown',
  }));
  return { ...changed, openAnswers: enrolment.openAnswers.filter((id) => id !== body.answer) };
}

function withAttempts(enrolment: Enrolment, step: AttemptedStep, change: (before: Attempts) => Attempts): Enrolment {
  return { ...enrolment, attempts: { ...enrolment.attempts, [step]: change(enrolment.attempts[step]) } };
}

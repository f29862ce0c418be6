import type { z } from 'zod';
import type { EnrolmentSteps } from '../../src-shared/contract/schemas.ts';
import type { failure } from '../../src-shared/contract/shapes.ts';
import type { EnrolmentEvent, EnrolmentStep } from './events.ts';

export type FailureRecord = z.infer<typeof failure>;

/** Attempts of one step: whether one is open, and whether one ended without our knowing if the service acted on it. */
export interface Attempts {
  readonly open: boolean;
  readonly lost: boolean;
  /** Whether one was started since the last draft. */
  readonly started: boolean;
}

/** One enrolment, derived from its events alone (law 8). */
export interface Facts {
  readonly invitationId: string;
  readonly deployment: string;
  readonly state: Exclude<EnrolmentSteps['state'], 'none'>;
  readonly localId: string;
  readonly validDays: number;
  readonly cidrs: readonly string[];
  readonly tokenRecord: string;
  readonly ownThumbprint: string | null;
  readonly attempts: Readonly<Record<EnrolmentStep, Attempts>>;
  /** Sealed answers to the submission that are not judged for good. */
  readonly openAnswers: readonly string[];
  readonly submitted: Extract<EnrolmentEvent, { kind: 'enrolment-submitted' }>['body'] | null;
  readonly proofRecord: string | null;
  /** Forms of the proof that the service did not take for this challenge. */
  readonly refusedForms: readonly string[];
  readonly refusal: FailureRecord | null;
  readonly waitsFor: 'proofForm' | 'restart' | null;
  /** Until when the invitation is good, as the service wrote it. */
  readonly invitationEndsAt: string | null;
  /** Whom the key belongs to, where the service told. */
  readonly applicationId: string | null;
  /** The two times of the service between which its key was activated. */
  readonly activation: { readonly notActiveAtMs: number; readonly activeAtMs: number } | null;
}

const noAttempts: Attempts = { open: false, lost: false, started: false };

/** Folds the events of one invitation, oldest first; null where nobody began. */
export function factsOf(invitationId: string, events: readonly EnrolmentEvent[]): Facts | null {
  return events.reduce<Facts | null>((facts, event) => {
    if (event.kind === 'enrolment-drafted') return drafted(invitationId, facts, event.body);
    return facts === null ? null : moved(facts, event);
  }, null);
}

type Drafted = Extract<EnrolmentEvent, { kind: 'enrolment-drafted' }>;

function drafted(invitationId: string, before: Facts | null, body: Drafted['body']): Facts {
  const { deployment, localId, validDays, cidrs, sealed } = body;
  // With another token the same key goes on at the challenge that is kept.
  if (before !== null && before.localId === localId && before.waitsFor === 'proofForm')
    return { ...before, validDays, cidrs, tokenRecord: sealed.id };
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
    attempts: { submit: { ...noAttempts, lost: before !== null && hasPosted(before) }, proof: noAttempts },
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

/** Whether the service may have acted on an earlier attempt whose answer nobody read. */
export function mayBeTaken(attempts: Attempts): boolean {
  return attempts.lost || attempts.open;
}

/**
 * Whether the service may hold a key of this enrolment, so that a refusal of another posting says nothing against it.
 */
function hasPosted({ attempts, submitted }: Facts): boolean {
  return mayBeTaken(attempts.submit) || submitted !== null;
}

function moved(facts: Facts, event: Exclude<EnrolmentEvent, Drafted>): Facts {
  switch (event.kind) {
    case 'enrolment-key-made':
      return { ...facts, state: 'keyMade', ownThumbprint: event.body.thumbprint };
    case 'enrolment-attempt-started':
      return withAttempts(facts, event.body.step, (before) => ({
        open: true,
        started: true,
        lost: mayBeTaken(before),
      }));
    case 'enrolment-answer-sealed':
      return { ...facts, openAnswers: [...facts.openAnswers, event.body.sealed.id] };
    case 'enrolment-attempt-ended':
      return ended(facts, event.body);
    case 'enrolment-submitted':
      return {
        ...withAttempts(facts, 'submit', () => ({ ...noAttempts, started: true })),
        state: 'submitted',
        submitted: event.body,
        openAnswers: [],
        proofRecord: null,
        refusedForms: [],
        refusal: null,
        waitsFor: null,
      };
    case 'enrolment-proved':
      return { ...facts, state: 'proved', proofRecord: event.body.sealed.id, refusal: null, waitsFor: null };
    case 'enrolment-proof-refused':
      return { ...proofRefused(facts, event.body.failure), refusedForms: [...facts.refusedForms, event.body.form] };
    case 'enrolment-restart-awaited':
      return { ...facts, refusal: event.body.failure, waitsFor: 'restart', openAnswers: [] };
    case 'enrolment-awaiting':
      return { ...facts, state: 'awaitingActivation', refusal: event.body.doubt ?? null };
    case 'enrolment-active':
      return {
        ...facts,
        state: 'active',
        refusal: null,
        activation: activationIn(event.body),
        applicationId: event.body.applicationId ?? null,
      };
    case 'enrolment-refused':
      return isOfProof(facts, event.body.failure)
        ? proofRefused(facts, event.body.failure)
        : { ...facts, state: 'refused', refusal: event.body.failure, waitsFor: null, openAnswers: [] };
    case 'enrolment-invitation-read':
      return { ...facts, invitationEndsAt: event.body.expiresAt };
    case 'enrolment-expired':
      return { ...facts, state: 'expired' };
  }
}

/** The next proof is made anew, in another form, over the challenge that is kept. */
function proofRefused(facts: Facts, refusal: FailureRecord): Facts {
  return {
    ...facts,
    state: 'submitted',
    proofRecord: null,
    refusal,
    waitsFor: 'proofForm',
    attempts: { ...facts.attempts, proof: noAttempts },
  };
}

/** Records from before a refused proof was known to be no end: their challenge is kept like any other. */
function isOfProof({ state }: Facts, { code }: FailureRecord): boolean {
  return state === 'proved' && code === 'key_proof_invalid';
}

/** Records from before these times were kept do not know them. */
function activationIn({
  notActiveAtMs,
  activeAtMs,
}: Extract<EnrolmentEvent, { kind: 'enrolment-active' }>['body']): Facts['activation'] {
  return notActiveAtMs === undefined || activeAtMs === undefined ? null : { notActiveAtMs, activeAtMs };
}

function ended(facts: Facts, body: Extract<EnrolmentEvent, { kind: 'enrolment-attempt-ended' }>['body']): Facts {
  const changed = withAttempts(facts, body.step, (before) => ({
    ...before,
    open: false,
    lost: before.lost || body.taken === 'unknown',
  }));
  return { ...changed, openAnswers: facts.openAnswers.filter((id) => id !== body.answer) };
}

function withAttempts(facts: Facts, step: EnrolmentStep, change: (before: Attempts) => Attempts): Facts {
  return { ...facts, attempts: { ...facts.attempts, [step]: change(facts.attempts[step]) } };
}

import type { z } from 'zod';
import type { EnrolmentSteps } from '../../../src-shared/contract/schemas.ts';
import type { failure } from '../../../src-shared/contract/shapes.ts';
import type { AttemptedStep, EnrolmentEventBody } from './events.ts';

export type FailureRecord = z.infer<typeof failure>;

/** Attempts of one step: whether one is open, and whether one ended without our knowing if the service acted on it. */
export interface Attempts {
  readonly open: boolean;
  readonly lost: boolean;
  /** Whether one was started since the last draft. */
  readonly started: boolean;
}

/** Everything that the events of one invitation say, as of the last of them (law 8). */
export interface Enrolment {
  readonly invitationId: string;
  readonly deployment: string;
  readonly state: Exclude<EnrolmentSteps['state'], 'none'>;
  readonly localId: string;
  readonly validDays: number;
  readonly cidrs: readonly string[];
  readonly tokenRecord: string;
  readonly ownThumbprint: string | null;
  readonly attempts: Readonly<Record<AttemptedStep, Attempts>>;
  /** Sealed answers to the submission that are not judged for good. */
  readonly openAnswers: readonly string[];
  readonly submitted: EnrolmentEventBody<'enrolment-submitted'> | null;
  readonly proofRecord: string | null;
  /** Forms of the proof that the service did not take for this challenge. */
  readonly refusedForms: readonly string[];
  readonly refusal: FailureRecord | null;
  readonly waitsFor: 'proofForm' | 'restart' | null;
  /** Until when the invitation is good, as the service wrote it. */
  readonly invitationEndsAt: string | null;
  /** Whom the key belongs to, where the service said so. */
  readonly applicationId: string | null;
  /** The two times of the service between which its key was activated. */
  readonly activation: { readonly notActiveAtMs: number; readonly activeAtMs: number } | null;
}

/** Whether the service may have acted on an earlier attempt whose answer nobody read. */
export function mayBeTaken(attempts: Attempts): boolean {
  return attempts.lost || attempts.open;
}

/**
 * Whether the service may hold a key of this enrolment, so that a refusal of another posting says nothing against it.
 */
export function mayHoldKey({ attempts, submitted }: Enrolment): boolean {
  return mayBeTaken(attempts.submit) || submitted !== null;
}

/**
 * Whether it goes no further under its invitation. Staff can activate a key that waits for them though the invitation
 * ran out meanwhile; before its proof was taken they cannot.
 */
export function hasEnded({ state, proofRecord }: Enrolment): boolean {
  return state === 'refused' || state === 'active' || (state === 'expired' && proofRecord === null);
}

/** Whether the service was sent a key of this enrolment, and nothing but its next step is waited for. */
export function isUnderWay(enrolment: Enrolment): boolean {
  const { waitsFor, attempts } = enrolment;
  return attempts.submit.started && waitsFor === null && !hasEnded(enrolment);
}

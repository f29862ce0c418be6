import type { DoctorCause, DoctorEvidence } from '../../src-shared/contract/codes.ts';
import type { ProfileChange } from '../deployment/change.ts';
import { isForPractice } from '../deployment/profile.ts';
import type { LatestEnrolment } from '../enrolment/driver/latest.ts';
import type { PartnerSession } from '../exchange/session.ts';
import type { Evidence } from './examination.ts';
import type { PatientKey } from './patient.ts';
import type { Probe } from './probe.ts';
import type { Troubles } from './standing.ts';
import type { Limits, ProbeFault, Surgery } from './surgery.ts';

/** A counter whose calls are refused, or whose answers cannot be believed. */
export interface Patient {
  readonly session: PartnerSession;
  readonly key: PatientKey;
  /** Whether the service has accepted a signature under this very profile before. */
  readonly acceptedBefore: boolean;
  /** What the service made of the last calls that the doctor never tries. */
  readonly troubles: Troubles;
  /** What the answers to those left out. */
  readonly uncovered?: readonly string[];
  /** The enrolment that was begun last; null where nobody began. */
  readonly chart?: LatestEnrolment | null;
  /** A person's word that calls and proofs may be tried in other forms. */
  readonly tryForms?: boolean;
  readonly limits?: Limits;
}

/** A conclusion, or changes under which to look again. */
export type Step =
  | { readonly cause: DoctorCause; readonly fields?: readonly string[] }
  | { readonly changes: readonly ProfileChange[] };

/** The calls that are made first, without any effect; the invitation is read while no key of it is in use. */
export interface Looks {
  readonly diagnostic: Probe;
  readonly read: Probe;
  readonly invitation: Probe | null;
}

export interface Bedside {
  readonly patient: Patient;
  readonly surgery: Surgery;
  readonly note: (kind: DoctorEvidence, facts?: Evidence['facts']) => void;
}

export function allOf({ diagnostic, read, invitation }: Looks): readonly Probe[] {
  return [diagnostic, read, ...(invitation === null ? [] : [invitation])];
}

/** Wrong forms look like an attack: none goes to a service that is in use before a person said so. */
export function mayTryForms({ session, tryForms }: Patient): boolean {
  return tryForms === true || isForPractice(session.profile);
}

export const endCauses: Readonly<Record<ProbeFault | 'busy' | 'locked', DoctorCause>> = {
  busy: 'service_busy',
  not_sent: 'unreachable',
  connection_lost: 'no_answer',
  answer_timeout: 'no_answer',
  answer_too_large: 'not_the_service',
  spent: 'form_unknown',
  stopped: 'stopped',
  resting: 'service_busy',
  locked: 'locked_out',
};

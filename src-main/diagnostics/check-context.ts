import type { Cause, EvidenceKind } from '../../src-shared/contract/diagnosis-codes.ts';
import type { ProfileChange } from '../deployment/change.ts';
import { isForPractice } from '../deployment/profile.ts';
import type { LatestEnrolment } from '../enrolment/driver/latest.ts';
import type { PartnerSession } from '../exchange/session.ts';
import type { Troubles } from './call-history.ts';
import type { CheckedKey } from './checked-key.ts';
import type { Evidence } from './finding.ts';
import type { LastTrouble } from './last-calls.ts';
import type { Limits, ProbeFault, ProbeRunner } from './probe-runner.ts';
import type { Probe } from './probe.ts';

/** A counter whose calls are refused, or whose answers cannot be verified. */
export interface CheckedCounter {
  readonly session: PartnerSession;
  readonly key: CheckedKey;
  /** Whether the service has accepted a signature under this very profile before. */
  readonly acceptedBefore: boolean;
  /** What the service made of the last calls that the search never tries. */
  readonly troubles: Troubles;
  /** What the answers to those left out. */
  readonly uncovered?: readonly string[];
  /** What went wrong on the way with the last of other calls. */
  readonly lastCalls?: readonly LastTrouble[];
  /** The enrolment that was begun last; null where nobody began. */
  readonly latest?: LatestEnrolment | null;
  /** A person's word that calls and proofs may be tried in other forms. */
  readonly tryForms?: boolean;
  readonly limits?: Limits;
}

/** A conclusion, or changes under which to look again. */
export type Step =
  | { readonly cause: Cause; readonly fields?: readonly string[] }
  | { readonly changes: readonly ProfileChange[] };

/** The calls that are made first, without any effect; the invitation is read while no key of it is in use. */
export interface FirstProbes {
  readonly diagnostic: Probe;
  readonly read: Probe;
  readonly invitation: Probe | null;
}

export interface CheckContext {
  readonly counter: CheckedCounter;
  readonly probes: ProbeRunner;
  readonly note: (kind: EvidenceKind, facts?: Evidence['facts']) => void;
}

export function allOf({ diagnostic, read, invitation }: FirstProbes): readonly Probe[] {
  return [diagnostic, read, ...(invitation === null ? [] : [invitation])];
}

/** Wrong forms look like an attack: none goes to a service that is in use before a person said so. */
export function mayTryForms({ session, tryForms }: CheckedCounter): boolean {
  return tryForms === true || isForPractice(session.profile);
}

/** What the first calls end the search with beside what a call fails for. */
export type EndOfLook = 'busy' | 'blocked' | 'unsteady' | 'page';

export const endCauses: Readonly<Record<ProbeFault | EndOfLook | 'locked', Cause>> = {
  busy: 'service_busy',
  not_sent: 'unreachable',
  name_unknown: 'unreachable',
  connection_refused: 'unreachable',
  no_tls: 'unreachable',
  certificate_expired: 'certificate_refused',
  certificate_of_another: 'certificate_refused',
  certificate_untrusted: 'certificate_refused',
  connection_lost: 'no_answer',
  answer_timeout: 'no_answer',
  answer_too_large: 'not_the_service',
  spent: 'form_unknown',
  stopped: 'stopped',
  resting: 'service_busy',
  locked: 'locked_out',
  blocked: 'call_blocked',
  unsteady: 'unsteady',
  page: 'not_the_service',
};

/** What the system said of a connection that did not come up. */
export const faultEvidence: Readonly<Partial<Record<ProbeFault, EvidenceKind>>> = {
  name_unknown: 'nameUnknown',
  connection_refused: 'connectionRefused',
  no_tls: 'noTls',
  certificate_expired: 'certificateExpired',
  certificate_of_another: 'certificateOfAnother',
  certificate_untrusted: 'certificateUntrusted',
};

import { deploymentIdentity } from '../deployment/profile.ts';
import type { LatestEnrolment } from '../enrolment/driver/latest.ts';
import type { PartnerSession } from '../exchange/session.ts';
import type { Journal } from '../journal/journal.ts';
import type { Keyring } from '../keyring/keyring.ts';
import type { Examination } from './examination.ts';
import { examine } from './examine.ts';
import { patientKey } from './patient.ts';
import { acceptedUnder } from './policy.ts';
import type { Standing } from './standing.ts';

/** Looks for the cause where calls are refused or answers cannot be believed. */
export interface Doctor {
  /**
   * One examination at a time: whoever asks meanwhile gets the same. `tryForms` is a person's word that calls and
   * proofs may be tried in other forms; without it none is, but at a service for practice.
   */
  examine(consent?: { readonly tryForms: boolean }): Promise<Examination>;
  /** The last one that ended; what a person may have applied is what that one named. */
  last(): Examination | null;
  /** Ends what is under way, with what is known by then. */
  cancel(): void;
  /** The same, and for good: the counter closes. */
  stop(): void;
}

export interface DoctorParts {
  readonly session: PartnerSession;
  readonly keyring: Keyring;
  readonly journal: Journal;
  readonly standing: Standing;
  /** Whether the key has ended whenever it was activated, by the service's time. */
  readonly hasEnded: (localId: string) => boolean;
  /** The enrolment that was begun last. */
  readonly chart: () => LatestEnrolment | null;
}

export function createDoctor({ session, keyring, journal, standing, hasEnded, chart }: DoctorParts): Doctor {
  const stopped = new AbortController();
  let cancelled = new AbortController();
  let underWay: Promise<Examination> | null = null;
  let last: Examination | null = null;
  const begin = async (tryForms: boolean): Promise<Examination> => {
    cancelled = new AbortController();
    last = await examine(
      {
        session,
        key: patientKey(keyring, deploymentIdentity(session.profile), hasEnded),
        acceptedBefore: acceptedUnder(journal, session.profileHash),
        troubles: standing.troubles(),
        uncovered: standing.uncovered(),
        chart: chart(),
        tryForms,
      },
      AbortSignal.any([stopped.signal, cancelled.signal]),
    );
    return last;
  };
  return {
    examine: ({ tryForms } = { tryForms: false }) => {
      underWay ??= begin(tryForms).finally(() => {
        underWay = null;
      });
      return underWay;
    },
    last: () => last,
    cancel: () => cancelled.abort(),
    stop: () => stopped.abort(),
  };
}

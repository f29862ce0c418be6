import { createSingleFlight } from '../core/single-flight.ts';
import { deploymentIdentity } from '../deployment/profile.ts';
import type { LatestEnrolment } from '../enrolment/driver/latest.ts';
import type { PartnerSession } from '../exchange/session.ts';
import type { Journal } from '../journal/journal.ts';
import type { Keyring } from '../keyring/keyring.ts';
import type { CallHistory } from './call-history.ts';
import { checkedKey } from './checked-key.ts';
import { findCause } from './find-cause.ts';
import type { Finding } from './finding.ts';
import type { LastCalls } from './last-calls.ts';
import { acceptedUnder } from './policy.ts';

/** Looks for the cause where calls are refused or answers cannot be verified. */
export interface Diagnostics {
  /**
   * One finding at a time: whoever asks meanwhile gets the same. `tryForms` is a person's word that calls and
   * proofs may be tried in other forms; without it none is, but at a service for practice.
   */
  findCause(consent?: { readonly tryForms: boolean }): Promise<Finding>;
  /** The last one that ended; what a person may have applied is what that one named. */
  last(): Finding | null;
  /** Ends what is under way, with what is known by then. */
  cancel(): void;
  /** The same, and for good: the counter closes. */
  stop(): void;
}

export interface DiagnosticsParts {
  readonly session: PartnerSession;
  readonly keyring: Keyring;
  readonly journal: Journal;
  readonly history: CallHistory;
  readonly lastCalls: Pick<LastCalls, 'troubles'>;
  /** Whether the key has ended whenever it was activated, by the service's time. */
  readonly hasEnded: (localId: string) => boolean;
  /** The enrolment that was begun last. */
  readonly latestEnrolment: () => LatestEnrolment | null;
}

export function createDiagnostics({
  session,
  keyring,
  journal,
  history,
  lastCalls,
  hasEnded,
  latestEnrolment,
}: DiagnosticsParts): Diagnostics {
  const stopped = new AbortController();
  let cancelled = new AbortController();
  const searches = createSingleFlight<'cause', Finding>();
  let last: Finding | null = null;
  const begin = async (tryForms: boolean): Promise<Finding> => {
    cancelled = new AbortController();
    last = await findCause(
      {
        session,
        key: checkedKey(keyring, deploymentIdentity(session.profile), hasEnded),
        acceptedBefore: acceptedUnder(journal, session.profile),
        troubles: history.troubles(),
        uncovered: history.uncovered(),
        lastCalls: lastCalls.troubles(),
        latest: latestEnrolment(),
        tryForms,
      },
      AbortSignal.any([stopped.signal, cancelled.signal]),
    );
    return last;
  };
  return {
    findCause: ({ tryForms } = { tryForms: false }) => searches.run('cause', () => begin(tryForms)),
    last: () => last,
    cancel: () => cancelled.abort(),
    stop: () => stopped.abort(),
  };
}

import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { EnrolmentView } from '../../../src-shared/contract/schemas.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { createSerialQueue } from '../../core/serial-queue.ts';
import { profileHash, type DeploymentProfile } from '../../deployment/profile.ts';
import { restingMs } from '../../exchange/budget.ts';
import { clockNamed } from '../../partner-api/problem.ts';
import type { EnrolmentInput } from '../input.ts';
import { nextProofStep } from '../machine/next-step.ts';
import { askedToWait, endsWaiting, firstPace, pollPauseMs, readsInvitation, slower } from '../machine/poll-pace.ts';
import { openEnrolmentRecords } from '../records/enrolment-records.ts';
import { currentView, stepsUnderWay } from '../views/enrolment-view.ts';
import { begin } from './begin.ts';
import type { EnrolmentContext, EnrolmentOptions } from './context.ts';
import { goOn } from './go-on.ts';
import { latestEnrolment, type LatestEnrolment, type Proving } from './latest.ts';
import { isSurelyOver, retireByHand, retireIdle } from './replaced-keys.ts';

type EnrolmentResult = Result<EnrolmentView, Failure>;

/**
 * The guided enrolment of a key with one deployment (design, "Enrolment"). Calls wait for each other. A refused or
 * expired enrolment is a value with its reason in the view; a failure means that nothing moved and the same call may be
 * made again.
 */
export interface EnrolmentDriver {
  status(): EnrolmentView;
  /**
   * Begins, or goes on under the same invitation with the same key, as far as it can. While a key is in use, another
   * invitation is for the one that replaces it: that one is used from the moment the service is seen to accept it.
   */
  begin(input: EnrolmentInput): Promise<EnrolmentResult>;
  /** Goes on from the last durable step with the sealed token; `not_enrolled` where nobody began. */
  resume(): Promise<EnrolmentResult>;
  /** Goes on, and asks the service once whether the key is active by now; its failure is the call's. */
  check(): Promise<EnrolmentResult>;
  /**
   * Checks until the key is active, the enrolment has ended or the time is over: after 2 seconds, then slower, up to a
   * minute, and not before the service asked for it.
   */
  waitUntilActive(waitMs: number, signal?: AbortSignal): Promise<EnrolmentResult>;
  /**
   * Retires a key that was replaced; `key_pending_orders` while orders signed with it are not settled and the service
   * still takes it.
   */
  retire(): Promise<EnrolmentResult>;
  /** Retires what was replaced and signs for nothing any more, as soon as that is so. */
  retireIdle(): void;
  /** What is known of the enrolment that was begun last; null where nobody began. */
  latest(): LatestEnrolment | null;
  /** Whether this key has ended whenever staff activated it. */
  hasEnded(localId: string): boolean;
}

export function createEnrolmentDriver(options: EnrolmentOptions): EnrolmentDriver {
  const { journal, vault, session, deployment } = options;
  const { clock } = session;
  let pace = firstPace;
  const context: EnrolmentContext = {
    ...options,
    records: openEnrolmentRecords(journal, vault, session.randomness, deployment),
    askedToWait: (ms) => {
      pace = askedToWait(pace, ms, clock.monotonicMs());
    },
  };
  const calls = createSerialQueue();
  const inTurn = (work: () => Promise<Result<void, Failure>>): Promise<EnrolmentResult> =>
    calls.run(async () => {
      const outcome = await work();
      return outcome.ok ? ok(currentView(context)) : err(clockNamed(session, outcome.error));
    });
  const status = (): EnrolmentView => currentView(context);
  const check = (withInvitation = true) => inTurn(() => goOn(context, withInvitation));
  const waitUntilActive = async (waitMs: number, signal?: AbortSignal): Promise<EnrolmentResult> => {
    const deadlineMs = clock.monotonicMs() + waitMs;
    pace = firstPace;
    for (let poll = 0; ; poll += 1) {
      const outcome = await check(readsInvitation(poll));
      const leftMs = deadlineMs - clock.monotonicMs();
      const isOver = endsWaiting(outcome.ok ? ok(stepsUnderWay(outcome.value)) : outcome);
      if (isOver || leftMs <= 0 || signal?.aborted === true) return outcome;
      const pauseMs = Math.max(pollPauseMs(pace, clock.monotonicMs()), restingMs(session));
      pace = slower(pace);
      await clock.sleep(Math.min(pauseMs, leftMs), signal);
    }
  };
  const proveAs = async (profile: DeploymentProfile): Promise<Proving> => {
    const proving = { ...context, session: { ...session, profile, profileHash: profileHash(profile) } };
    const tried = await inTurn(() => proveOnly(proving));
    const view = tried.ok ? tried.value : status();
    return { steps: stepsUnderWay(view), failure: tried.ok ? null : tried.error };
  };
  return {
    status,
    begin: (input) =>
      inTurn(async () => {
        const begun = await begin(context, input);
        return begun.ok ? asFarAsItCan(context) : begun;
      }),
    resume: () => inTurn(() => asFarAsItCan(context)),
    check: () => check(),
    waitUntilActive,
    retire: () => inTurn(() => retireByHand(context)),
    retireIdle: () => retireIdle(context),
    hasEnded: (localId) => isSurelyOver(context, localId),
    latest: () => latestEnrolment(context, proveAs),
  };
}

/** Once the key is proved, a check that fails takes nothing back. */
async function asFarAsItCan(context: EnrolmentContext): Promise<Result<void, Failure>> {
  const outcome = await goOn(context, true);
  return context.records.latest()?.state === 'awaitingActivation' ? ok(undefined) : outcome;
}

/** One proof in the form of this context's profile, over the challenge in hand. */
async function proveOnly(context: EnrolmentContext): Promise<Result<void, Failure>> {
  const isDue = context.records.latest()?.state === 'submitted';
  return isDue ? goOn(context, false, nextProofStep) : ok(undefined);
}

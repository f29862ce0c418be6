import type { Failure } from '../../src-shared/contract/codes.ts';
import type { EnrolmentView, ServiceKeysView } from '../../src-shared/contract/schemas.ts';
import { err, ok, type Result } from '../core/result.ts';
import { profileHash, type DeploymentProfile } from '../deployment/profile.ts';
import { restingMs } from '../exchange/resting.ts';
import { clockNamed } from '../partner-api/problem.ts';
import { checkActivation } from './activation-step.ts';
import { chartOf, type EnrolmentChart, type Proving } from './chart.ts';
import type { EnrolmentContext, EnrolmentOptions, StepResult } from './context.ts';
import { draft } from './draft.ts';
import type { Facts } from './facts.ts';
import { checkInput, type EnrolmentInput } from './input.ts';
import { makeKey } from './key-step.ts';
import { createPollPace } from './poll-pace.ts';
import { makeProof, sendProof, signProof } from './proof-step.ts';
import { isSurelyOver, retireByHand, retireIdle } from './replaced.ts';
import { createEnrolmentStore } from './store.ts';
import { submitKey } from './submit-step.ts';
import { currentView, stepsUnderWay } from './view.ts';

export type { EnrolmentOptions } from './context.ts';
export type { EnrolmentInput } from './input.ts';

type Outcome = Result<EnrolmentView, Failure>;

/**
 * The guided enrolment of a key with one deployment (design, "Enrolment"). Calls wait for each other. A refused or
 * expired enrolment is a value with its reason in the view; a failure means that nothing moved and the same call may be
 * made again.
 */
export interface Enrolment {
  status(): EnrolmentView;
  /**
   * Begins, or goes on under the same invitation with the same key, as far as it can. While a key is in use, another
   * invitation is for the one that replaces it: that one is used from the moment the service is seen to accept it.
   */
  begin(input: EnrolmentInput): Promise<Outcome>;
  /** Goes on from the last durable step with the sealed token; `not_enrolled` where nobody began. */
  resume(): Promise<Outcome>;
  /** Goes on, and asks the service once whether the key is active by now; its failure is the call's. */
  check(): Promise<Outcome>;
  /**
   * Checks until the key is active, the enrolment has ended or the time is over: after 2 seconds, then slower, up to a
   * minute, and not before the service asked for it.
   */
  waitUntilActive(waitMs: number, signal?: AbortSignal): Promise<Outcome>;
  /**
   * Retires a key that was replaced; `key_pending_orders` while orders signed with it are not settled and the service
   * still takes it.
   */
  retire(): Promise<Outcome>;
  /** Retires what was replaced and signs for nothing any more, as soon as that is so. */
  retireIdle(): void;
  /** What is known of the enrolment that was begun last; null where nobody began. */
  chart(): EnrolmentChart | null;
  /** Whether this key has ended whenever staff activated it. */
  hasEnded(localId: string): boolean;
}

/** The invitation read only tells of an end, which is rare: it need not double every poll. */
const pollsPerInvitationRead = 10;

export function createEnrolment(options: EnrolmentOptions): Enrolment {
  const { journal, vault, session, deployment } = options;
  let pace = createPollPace(session.clock);
  const context: EnrolmentContext = {
    ...options,
    store: createEnrolmentStore(journal, vault, session.randomness, deployment),
    askedToWait: (ms) => pace.asked(ms),
  };
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (work: () => Promise<Outcome>): Promise<Outcome> => {
    const done = last.then(work).then((outcome) => (outcome.ok ? outcome : err(clockNamed(session, outcome.error))));
    last = done.catch(() => undefined);
    return done;
  };
  const status = (): EnrolmentView => currentView(context);
  const begin = (input: EnrolmentInput) => inTurn(() => beginWith(context, input));
  const resume = () => inTurn(() => goOn(context));
  const check = (readInvitation = true) => inTurn(() => advance(context, readInvitation));
  const waitUntilActive = async (waitMs: number, signal?: AbortSignal): Promise<Outcome> => {
    const deadlineMs = session.clock.monotonicMs() + waitMs;
    pace = createPollPace(session.clock);
    for (let poll = 0; ; poll += 1) {
      const outcome = await check(poll % pollsPerInvitationRead === 0);
      const leftMs = deadlineMs - session.clock.monotonicMs();
      if (isOver(outcome) || leftMs <= 0 || signal?.aborted === true) return outcome;
      await session.clock.sleep(Math.min(Math.max(pace.nextMs(), restingMs(session)), leftMs), signal);
    }
  };
  const retire = () =>
    inTurn(async () => {
      const retired = await retireByHand(context);
      return retired.ok ? ok(currentView(context)) : retired;
    });
  const proveAs = async (profile: DeploymentProfile): Promise<Proving> => {
    const tried = await inTurn(() =>
      proveIn({ ...context, session: { ...session, profile, profileHash: profileHash(profile) } }),
    );
    return {
      steps: stepsUnderWay(tried.ok ? tried.value : currentView(context)),
      failure: tried.ok ? null : tried.error,
    };
  };
  return {
    status,
    begin,
    resume,
    check: () => check(),
    waitUntilActive,
    retire,
    retireIdle: () => retireIdle(context),
    hasEnded: (localId) => isSurelyOver(context, localId),
    chart: () => chartOf(context, proveAs),
  };
}

async function beginWith(context: EnrolmentContext, input: EnrolmentInput): Promise<Outcome> {
  const checked = checkInput(input, context.session.profile.enrolment.validDays);
  if (!checked.ok) return checked;
  const confirmed = await keysConfirmed(context);
  if (!confirmed.ok) return confirmed;
  const drafted = draft(context, checked.value);
  return drafted.ok ? goOn(context) : drafted;
}

/**
 * Where nobody confirmed a key of the service none of its answers could count, and the one that holds the challenge
 * comes only once.
 */
async function keysConfirmed({ session: { serviceKeys, profile } }: EnrolmentContext): Promise<Result<void, Failure>> {
  const isOpen = (view: ServiceKeysView | null): boolean => view !== null && view.believed.length === 0;
  if (!profile.enrolment.answersSigned || !isOpen(serviceKeys.view())) return ok(undefined);
  const looked = await serviceKeys.look();
  if (!looked.ok) return looked;
  return isOpen(looked.value) ? err({ code: 'service_keys_unconfirmed' }) : ok(undefined);
}

/** One proof in the form of this context's profile, over the challenge in hand. */
async function proveIn(context: EnrolmentContext): Promise<Outcome> {
  const facts = context.store.latest();
  const made = facts?.state === 'submitted' ? signProof(context, facts) : ok('rest' as const);
  if (!made.ok) return made;
  const proved = context.store.latest();
  const sent = made.value === 'moved' && proved !== null ? await sendProof(context, proved) : made;
  return sent.ok ? ok(currentView(context)) : sent;
}

/** As far as it can: once the key is proved, a check that fails takes nothing back. */
async function goOn(context: EnrolmentContext): Promise<Outcome> {
  const outcome = await advance(context, true);
  const facts = context.store.latest();
  return facts?.state === 'awaitingActivation' ? ok(currentView(context)) : outcome;
}

/** One durable step after the other, each decided by the journal alone. */
async function advance(context: EnrolmentContext, readInvitation: boolean): Promise<Outcome> {
  for (;;) {
    const facts = context.store.latest();
    if (facts === null) return err({ code: 'not_enrolled' });
    const step = await nextStep(context, facts, readInvitation);
    if (!step.ok) return step;
    if (step.value === 'rest') return ok(currentView(context));
  }
}

function nextStep(context: EnrolmentContext, facts: Facts, readInvitation: boolean): StepResult | Promise<StepResult> {
  switch (facts.state) {
    case 'draft':
      return makeKey(context, facts);
    case 'keyMade':
      return submitKey(context, facts);
    case 'submitted':
      return makeProof(context, facts);
    case 'proved':
      return sendProof(context, facts);
    case 'awaitingActivation':
      return checkActivation(context, facts, readInvitation);
    // Staff can activate a key whose invitation ran out meanwhile: the service's word on the key counts.
    case 'expired':
      return facts.submitted === null ? ok('rest') : checkActivation(context, facts, false);
    case 'active':
    case 'refused':
      return ok('rest');
  }
}

function isOver(outcome: Outcome): boolean {
  if (!outcome.ok) return isHopeless(outcome.error);
  const { state, waitsFor } = stepsUnderWay(outcome.value);
  return waitsFor !== undefined || state === 'active' || state === 'refused' || state === 'expired';
}

/** Failures that another second does not change. */
function isHopeless({ code }: Failure): boolean {
  return (
    code === 'not_enrolled' ||
    code === 'answer_unreadable' ||
    code === 'seal_failed' ||
    code.startsWith('vault_') ||
    code.startsWith('journal_')
  );
}

import type { Failure } from '../../../src-shared/contract/codes.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { decide, type Decision, type StepReport } from '../machine/decide.ts';
import type { Enrolment } from '../machine/enrolment.ts';
import { nextStep, type Circumstances, type Next, type Step } from '../machine/next-step.ts';
import { proofFormName } from '../machine/proof-form.ts';
import { learnTimeUnsigned } from './ask.ts';
import type { EnrolmentContext } from './context.ts';
import { judgeSealedAnswer } from './kept-answer.ts';
import { postKey } from './post-key.ts';
import { sendProof, signProof } from './prove.ts';
import { invitationNow } from './read-invitation.ts';
import { retireIdle } from './replaced-keys.ts';
import { ownThumbprint } from './thumbprint.ts';
import { tryKeyOf } from './try-key.ts';

/**
 * One step after the other of the enrolment that was begun last, until only time or a person can move it; each is
 * durable before the next. `stepFor` says what it calls for. Errors: `not_enrolled`, or why nothing moved.
 */
export async function goOn(
  context: EnrolmentContext,
  readsInvitation: boolean,
  stepFor: typeof nextStep = nextStep,
): Promise<Result<void, Failure>> {
  const lookAnew = ok<Next>({ kind: 'goOn' });
  let next = lookAnew.value;
  for (;;) {
    const enrolment = context.records.latest();
    if (enrolment === null) return err({ code: 'not_enrolled' });
    const step: Exclude<Next, { kind: 'goOn' }> =
      next.kind === 'goOn' ? stepFor(enrolment, circumstancesOf(context, readsInvitation)) : next;
    if (step.kind === 'rest') return ok(undefined);
    if (step.kind === 'failed') return err(step.failure);
    const report = await perform(context, enrolment, step);
    if (!report.ok) return report;
    const decided = report.value === null ? lookAnew : dispatch(context, enrolment, report.value, readsInvitation);
    if (!decided.ok) return decided;
    next = decided.value;
  }
}

function circumstancesOf({ session }: EnrolmentContext, readsInvitation: boolean): Circumstances {
  return {
    serviceNowMs: session.serviceClock.nowMs(),
    proofForm: proofFormName(session.profile.enrolment),
    readsInvitation,
  };
}

/** Does a step. Null: what came of it is recorded as it is. Errors: what nothing was recorded of. */
async function perform(
  context: EnrolmentContext,
  enrolment: Enrolment,
  step: Step,
): Promise<Result<StepReport | null, Failure>> {
  switch (step.kind) {
    case 'makeKey':
      return makeKey(context, enrolment);
    case 'judgeAnswer':
      return ok(await judgeSealedAnswer(context, enrolment, { record: step.record, isEarlier: true }));
    case 'readInvitation': {
      const timeLearned = step.learnTime;
      if (timeLearned) await learnTimeUnsigned(context.session);
      return ok({ kind: 'invitationRead', reading: await invitationNow(context, enrolment), timeLearned });
    }
    case 'postKey':
      return postKey(context, enrolment);
    case 'signProof':
      return signProof(context, enrolment);
    case 'sendProof':
      return sendProof(context, enrolment);
    case 'tryKey':
      return tryKeyOf(context, enrolment);
  }
}

/** The key is durable and proved before the service may hear of it. */
function makeKey(
  { keyring, session, deployment }: EnrolmentContext,
  { localId }: Enrolment,
): Result<StepReport, Failure> {
  const made = keyring.make(deployment, localId);
  if (!made.ok) return made;
  return ok({ kind: 'keyMade', thumbprint: ownThumbprint(session.profile, made.value.publicJwk) });
}

/** Asks the machine what follows from a report, for the enrolment as it is by now, and makes that durable. */
function dispatch(
  context: EnrolmentContext,
  before: Enrolment,
  report: StepReport,
  readsInvitation: boolean,
): Result<Next, Failure> {
  const now = context.records.under(before.invitationId) ?? before;
  const decision = decide(now, report, circumstancesOf(context, readsInvitation));
  const recorded = record(context, now, decision);
  return recorded.ok ? ok(decision.next) : recorded;
}

/** The keyring first: after a crash between the two the same step comes to the same. */
function record(
  context: EnrolmentContext,
  { localId }: Enrolment,
  { events, inKeyring, notActive, askedWaitMs }: Decision,
): Result<void, Failure> {
  const { keyring, journal, records } = context;
  if (askedWaitMs !== undefined) context.askedToWait(askedWaitMs);
  if (inKeyring !== undefined) {
    const changed = inKeyring.kind === 'bind' ? keyring.bindKeyId(localId, inKeyring.keyId) : keyring.activate(localId);
    if (!changed.ok) return changed;
  }
  if (notActive !== undefined) {
    const noted = records.noteNotActive(notActive.keyId, notActive.atMs);
    if (!noted.ok) return noted;
  }
  const recorded = events.length === 0 ? ok(undefined) : records.record(...events);
  if (!recorded.ok || inKeyring?.kind !== 'activate') return recorded;
  retireIdle(context);
  return keyring.recordCheckpoint(journal.head());
}

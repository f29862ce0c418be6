import type { Cause } from '../../src-shared/contract/diagnosis-codes.ts';
import { changedProfile, valueAt, type ProfileChange } from '../deployment/change.ts';
import { requestSkewSeconds, type DeploymentProfile } from '../deployment/profile.ts';
import { readDiagnostic } from '../partner-api/operations/diagnostic.ts';
import { readJson } from '../partner-api/operations/json.ts';
import { operations } from '../partner-api/operations/table.ts';
import { isRefusalCode, readProblem } from '../partner-api/problem.ts';
import type { SigningKey } from '../signatures/keys.ts';
import { accountStep, gateIn, refusalsOf, shown } from './account.ts';
import { comesAndGoes, differsAtTimes, goesThrough, isKept } from './again.ts';
import { isVerified } from './answer-fit.ts';
import { isDatedByTwo, keptFor, staleBy, tolerated } from './answer-times.ts';
import {
  allOf,
  endCauses,
  faultEvidence,
  type CheckContext,
  type EndOfLook,
  type FirstProbes,
  type CheckedCounter,
  type Step,
} from './check-context.ts';
import { missingIn } from './diagnose.ts';
import { enrolmentStep } from './enrolment-step.ts';
import { fieldChanges, type Evidence, type Finding } from './finding.ts';
import { lastCallCause } from './last-calls.ts';
import { createProbeRunner, usualLimits, type ProbeFault } from './probe-runner.ts';
import { verdictOf, type Probe, type ProbedInvitation, type Verdict } from './probe.ts';
import { requestChanged, seek } from './seek.ts';
import { strippedHeaders } from './stripped-headers.ts';
import { troubleCause } from './trouble-cause.ts';
import { isRefusalUnread, unreadForm } from './unread.ts';
import { checkAnswers, isPage } from './unverified-answers.ts';

/** Each round cures at most one stage: how answers are read, how requests are signed, how those with a body are. */
const rounds = 5;

/**
 * Looks for what keeps calls from being accepted: this computer first, then the answers it has, then the enrolment,
 * then other forms of two calls without effect. Ends with one cause, what shows it, and the change of the profile that
 * cures it where one does.
 */
export async function findCause(counter: CheckedCounter, signal: AbortSignal): Promise<Finding> {
  const { session, key, limits = usualLimits } = counter;
  const evidence: Evidence[] = [];
  const note: CheckContext['note'] = (kind, facts = {}) => void evidence.push({ kind, facts });
  if (key.state === 'elsewhere' || key.state === 'unreadable') {
    return {
      cause: keyCauses[key.state],
      changes: [],
      fields: [],
      evidence,
      calls: 0,
      clockOffsetMs: session.serviceClock.offsetMs(),
    };
  }
  const signing = signingKeyOf(counter);
  if (signing !== null) note('keyUsed', { keyId: signing.keyId });
  const probes = createProbeRunner({ session, key: signing, invitation: invitationOf(counter), limits }, signal);
  const concluded = await findCauseOfCalls({ counter, probes, note });
  const clockOffsetMs = session.serviceClock.offsetMs() ?? concluded.clockOffsetMs ?? null;
  if (clockOffsetMs !== null) note('clock', { seconds: Math.round(clockOffsetMs / 1000) });
  return {
    cause: concluded.cause,
    changes: fieldChanges(session.profile, concluded.changes),
    fields: concluded.fields ?? [],
    evidence,
    calls: probes.calls(),
    clockOffsetMs,
  };
}

const keyCauses: Readonly<Record<'elsewhere' | 'unreadable', Cause>> = {
  elsewhere: 'key_elsewhere',
  unreadable: 'key_unreadable',
};

/**
 * A key whose proof was not taken yet signs nothing: calls go out unsigned, and their refusals show how answers are
 * written.
 */
function signingKeyOf({ key, latest }: CheckedCounter): SigningKey | null {
  if (!('key' in key)) return null;
  const state = latest?.steps.state;
  const isProved =
    state === undefined ||
    state === 'none' ||
    state === 'awaitingActivation' ||
    state === 'active' ||
    state === 'expired';
  return key.state === 'active' || isProved ? key.key : null;
}

/** Once the proof is taken the token is done with, and says nothing more. */
function invitationOf({ latest }: CheckedCounter): ProbedInvitation | null {
  if (latest === null || latest === undefined || latest.token === null) return null;
  const { state } = latest.steps;
  return state === 'active' || state === 'awaitingActivation'
    ? null
    : { invitationId: latest.invitationId, token: latest.token };
}

interface Concluded {
  readonly cause: Cause;
  readonly changes: readonly ProfileChange[];
  readonly fields?: readonly string[];
  readonly clockOffsetMs?: number;
}

async function findCauseOfCalls(context: CheckContext): Promise<Concluded> {
  const { note, counter } = context;
  let changes: readonly ProfileChange[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const base = changedProfile(counter.session.profile, changes) ?? counter.session.profile;
    const first = await look(context, base, round === 0 ? note : () => undefined);
    if (!('read' in first)) {
      const said = isEndOfLook(first.fault) ? undefined : faultEvidence[first.fault];
      if (said !== undefined) note(said);
      return { cause: endCauses[first.fault], changes: [] };
    }
    const kept = keptFor(base, first);
    if (kept !== null) {
      note('keptAnswer', { seconds: kept });
      const isOfNode = (await isKept(context, base, first.read)) === false;
      return { cause: isOfNode ? 'service_clock' : 'answer_changed', changes: [] };
    }
    const tolerance = tolerated(counter.session, base, first);
    if (tolerance !== null) {
      note('answerFits');
      return { cause: 'profile', changes: [...changes, ...tolerance] };
    }
    if (isDatedByTwo(base, first)) return { cause: 'service_clock', changes: [] };
    const offBy = staleBy(counter.session, base, first);
    if (offBy !== null) return { cause: 'clock', changes: [], clockOffsetMs: offBy };
    if (round === 0 && signingKeyOf(counter) !== null && (await comesAndGoes(context, base, first)))
      return { cause: 'unsteady', changes: [] };
    const step = await nextStep(context, base, first, changes.length > 0);
    const lost = headersLost(counter.session.profile, first, step, changes);
    if (lost.length > 0) {
      note('notBound', { component: lost.join(', ') });
      return { cause: 'request_changed', changes: [] };
    }
    // What was read in the service's own signed answers is sure, whatever stands in the way besides.
    if ('cause' in step && step.cause !== 'profile' && changes.length > 0 && changes.every(isOfAnswers))
      return { cause: 'profile', changes };
    // Something in front of the service began to refuse while forms were tried.
    if ('cause' in step && step.cause === 'not_the_service' && changes.length > 0)
      return { cause: 'locked_out', changes: [] };
    // Any other change is offered only where calls were seen to be accepted with it.
    if ('cause' in step)
      return step.cause === 'profile'
        ? { cause: 'profile', changes, fields: untriedFields(changes) }
        : { ...step, changes: [] };
    changes = [...changes, ...step.changes];
    if (step.changes.some(({ path }) => path.startsWith('enrolment.'))) return { cause: 'profile', changes };
  }
  return { cause: 'form_unknown', changes: [] };
}

function isOfAnswers({ path }: ProfileChange): boolean {
  return (
    path.startsWith('answer.') ||
    path.startsWith('request.seenAs') ||
    path === 'request.emptyQuery' ||
    path === 'enrolment.answersSigned'
  );
}

/** The diagnostic first: its nonce lets a bound answer teach the time, and with the time everything else is signed. */
async function look(
  context: CheckContext,
  profile: DeploymentProfile,
  note: CheckContext['note'],
): Promise<FirstProbes | { readonly fault: ProbeFault | EndOfLook }> {
  const { counter, probes } = context;
  const first = await probes.try(profile, 'runPartnerSignatureDiagnostic');
  const diagnostic =
    first.ok && first.value.misdated ? await probes.try(profile, 'runPartnerSignatureDiagnostic') : first;
  if (!diagnostic.ok)
    return diagnostic.error === 'connection_lost' ? lookPast(context, profile, note) : { fault: diagnostic.error };
  if (isBusy(note, 'diagnostic', diagnostic.value)) return { fault: 'busy' };
  const read = await probes.try(profile, 'getPartnerProfile');
  if (!read.ok)
    return read.error === 'connection_lost' && verdictOf(diagnostic.value.judged).kind === 'accepted'
      ? cutAlone(context, profile, 'getPartnerProfile', note)
      : { fault: read.error };
  if (isBusy(note, 'read', read.value)) return { fault: 'busy' };
  if (invitationOf(counter) === null) return { diagnostic: diagnostic.value, read: read.value, invitation: null };
  const invitation = await probes.try(profile, 'getPartnerEnrollment');
  if (!invitation.ok) return { fault: invitation.error };
  if (isBusy(note, 'invitation', invitation.value)) return { fault: 'busy' };
  return { diagnostic: diagnostic.value, read: read.value, invitation: invitation.value };
}

function isBusy(note: CheckContext['note'], name: 'read' | 'diagnostic' | 'invitation', probe: Probe): boolean {
  return noted(note, name, probe) === 'busy' && !isRefusalUnread(probe);
}

function noted(
  note: CheckContext['note'],
  name: 'read' | 'diagnostic' | 'invitation',
  { judged }: Probe,
): Verdict['kind'] {
  const verdict = verdictOf(judged);
  const detail =
    verdict.kind === 'unbelieved'
      ? verdict.reason
      : verdict.kind === 'accepted'
        ? verdict.refusal
        : verdict.kind === 'form'
          ? verdict.field
          : null;
  const component = judged.kind === 'unverified' ? judged.component : undefined;
  note(name, {
    outcome: verdict.kind,
    ...(detail === null ? {} : { detail }),
    ...(component === undefined ? {} : { component }),
  });
  return verdict.kind;
}

/** The diagnostic was cut off: whether a read passes tells a broken network from something that stops this call. */
async function lookPast(
  context: CheckContext,
  profile: DeploymentProfile,
  note: CheckContext['note'],
): Promise<{ readonly fault: ProbeFault | EndOfLook }> {
  const read = await context.probes.try(profile, 'getPartnerProfile');
  if (!read.ok) return { fault: 'connection_lost' };
  const { raw, judged } = read.value;
  if (judged.kind === 'unverified') {
    if (!isPage(read.value)) return { fault: 'connection_lost' };
    noted(note, 'read', read.value);
    note('unsigned', { status: raw.status });
    return { fault: 'page' };
  }
  noted(note, 'read', read.value);
  return cutAlone(context, profile, 'runPartnerSignatureDiagnostic', note);
}

/** One of the two calls was cut off and the other was not: it may be cut off each time, or go through the next. */
async function cutAlone(
  context: CheckContext,
  profile: DeploymentProfile,
  name: 'getPartnerProfile' | 'runPartnerSignatureDiagnostic',
  note: CheckContext['note'],
): Promise<{ readonly fault: EndOfLook }> {
  const outcome = { outcome: 'unanswered' } as const;
  note(name === 'getPartnerProfile' ? 'read' : 'diagnostic', outcome);
  return { fault: (await goesThrough(context, profile, name, outcome)) ? 'unsteady' : 'blocked' };
}

function isEndOfLook(fault: ProbeFault | EndOfLook): fault is EndOfLook {
  return fault === 'busy' || fault === 'blocked' || fault === 'unsteady' || fault === 'page';
}

/**
 * The headers of the diagnostic that did not arrive: a read is accepted and no form of the diagnostic, whose answer
 * does not name what it carried.
 */
function headersLost(
  profile: DeploymentProfile,
  { read }: FirstProbes,
  step: Step,
  changes: readonly ProfileChange[],
): readonly string[] {
  const isRefusedAlone = 'cause' in step && step.cause === 'form_unknown' && verdictOf(read.judged).kind === 'accepted';
  return isRefusedAlone ? changes.flatMap((change) => namesTakenOut(profile, change)) : [];
}

/** What answers to the diagnostic would be asked to name no more. */
function namesTakenOut(profile: DeploymentProfile, { path, to }: ProfileChange): readonly string[] {
  if (path !== 'answer.kinds.diagnostic.binding') return [];
  const names = (value: unknown): readonly string[] =>
    Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
  const left = names(to);
  return names(valueAt(profile, path) ?? profile.answer.binding).filter(
    (name) => !name.startsWith('@') && !left.includes(name),
  );
}

async function nextStep(
  context: CheckContext,
  base: DeploymentProfile,
  first: FirstProbes,
  isChanged: boolean,
): Promise<Step> {
  const { counter, note } = context;
  if (isUnknownAddress(first)) return { cause: 'base_path', fields: ['baseUrl'] };
  if (allOf(first).some((probe) => !isVerified(base, probe, probe.judged))) return checkAnswers(context, base, first);
  const unread = allOf(first).find(isRefusalUnread);
  if (unread !== undefined) return unreadForm(context, unread);
  if (signingKeyOf(counter) === null) return isChanged ? { cause: 'profile' } : unsignedStep(context, base, first);
  const verdicts = [verdictOf(first.diagnostic.judged), verdictOf(first.read.judged)];
  if (verdicts.every(({ kind }) => kind === 'accepted')) {
    if (isChanged) note('confirmed');
    return isChanged ? { cause: 'profile' } : acceptedCause(context, first, verdicts);
  }
  return seek(context, base, first);
}

/** What keeps an enrolment from going on, unless headers of the calls do not arrive. */
async function unsignedStep(context: CheckContext, base: DeploymentProfile, first: FirstProbes): Promise<Step> {
  const lacking = allOf(first).flatMap(strippedHeaders);
  if (lacking.length > 0) return requestChanged(context, lacking);
  const gate = gateIn(refusalsOf(allOf(first).map(({ judged }) => verdictOf(judged))));
  return gate === null ? enrolmentStep(context, base, first) : { cause: gate };
}

/**
 * Neither call is known where this counter sends it: no service refuses its own profile and diagnostic like that. Where
 * its signature is over another request than the one that was sent, the address here may be right.
 */
function isUnknownAddress({ diagnostic, read }: FirstProbes): boolean {
  return [diagnostic, read].every(({ raw, judged }) => {
    if (raw.status !== 404 && raw.status !== 405) return false;
    if (judged.kind === 'unverified' && judged.reason === 'signature_invalid') return false;
    const code = judged.kind === 'verified' ? readProblem(judged)?.code : undefined;
    return code === undefined || code === 'resource_not_found' || !isRefusalCode(code);
  });
}

/** Both signatures were accepted: what the service says beside that, what only this computer has, or nothing. */
async function acceptedCause(
  context: CheckContext,
  { diagnostic, read }: FirstProbes,
  verdicts: readonly Verdict[],
): Promise<Step> {
  const {
    counter: { session, troubles, uncovered = [] },
    note,
  } = context;
  const refusals = refusalsOf(verdicts);
  const gate = gateIn(refusals);
  if (gate === 'source_ip_not_allowed') return { cause: gate };
  // Its nonce was never used before.
  if (refusals.includes('replay_detected')) return { cause: 'request_repeated' };
  const missing = missingScopes([diagnostic, read]);
  if (missing.length > 0) note('scopesMissing', { component: missing.join(', ') });
  // What was refused for a permission by then counts while it is not in force.
  const lastCalls = (context.counter.lastCalls ?? []).filter(
    ({ kind, call }) => kind !== 'permission' || missing.includes(operations[call].scope ?? ''),
  );
  const sure = lastCallCause(lastCalls, 'sure');
  if (sure !== null) return shown(note, sure);
  const trouble = troubleCause(troubles);
  if (trouble !== null) {
    note(trouble.evidence, trouble.evidence === 'answerUncovered' ? { component: uncovered.join(', ') } : {});
    return trouble;
  }
  if (refusals.includes('insufficient_scope') || missing.some((scope) => neededToSell.includes(scope)))
    return { cause: 'permission_missing' };
  if (gate !== null) return { cause: gate };
  const account = await accountStep(context, read);
  if (account !== null) return account;
  const other = lastCallCause(lastCalls, 'others');
  if (other !== null) return shown(note, other);
  const differing = await differsAtTimes(context, session.profile, read);
  if (differing !== null) return { cause: differing };
  const offset = session.serviceClock.offsetMs();
  return { cause: offset !== null && Math.abs(offset) > requestSkewSeconds(session.profile) * 1000 ? 'clock' : 'none' };
}

const neededToSell: readonly string[] = ['wallets:read', 'catalogue:read', 'orders:create'];

/** The permission of each call that was refused for one, and what the diagnostic says that is not in force. */
function missingScopes(probes: readonly Probe[]): readonly string[] {
  const named = probes.flatMap(({ name, judged }): readonly string[] => {
    if (judged.kind === 'unverified') return [];
    if (readProblem(judged)?.code === 'insufficient_scope') return [operations[name].scope ?? ''];
    const seen = name === 'runPartnerSignatureDiagnostic' ? readDiagnostic(readJson(judged.body)) : null;
    return seen === null ? [] : missingIn(seen.effectiveScopes);
  });
  return [...new Set(named)];
}

/** What the service may well have otherwise too, and nobody tried: what it wants of orders and reveals. */
function untriedFields(changes: readonly ProfileChange[]): readonly string[] {
  const lists = ['request.components', 'answer.kinds'].filter((list) =>
    changes.some(({ path }) => path.startsWith(list)),
  );
  return lists.flatMap((list) => [`${list}.orderMutation`, `${list}.bodylessNonceMutation`]);
}

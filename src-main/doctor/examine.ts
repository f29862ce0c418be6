import type { DoctorCause, UnverifiedReason } from '../../src-preload/contract/codes.ts';
import { changedProfile } from '../deployment/change.ts';
import type { ProfileChange } from '../deployment/change.ts';
import type { DeploymentProfile } from '../deployment/profile.ts';
import { isForPractice, requestSkewSeconds } from '../deployment/profile.ts';
import { isRefusalCode, readProblem } from '../partner-api/problem.ts';
import type { PartnerSession } from '../partner-api/session.ts';
import type { SigningKey } from '../signatures/keys.ts';
import { fitToAnswers, isBelieved, judgeAnyTime } from './answer-fit.ts';
import { tasteOf } from './answer-taste.ts';
import type { Bedside, Looks, Patient, Step } from './bedside.ts';
import { complaintOf, speaksOf } from './complaint.ts';
import { enrolmentStep, thumbprintStep } from './enrolment-step.ts';
import { fieldChanges } from './examination.ts';
import type { Evidence, Examination } from './examination.ts';
import { verdictOf } from './probe.ts';
import type { Probe, ProbedInvitation, Verdict } from './probe.ts';
import { search } from './search.ts';
import type { Found, Question } from './search.ts';
import { openSurgery, usualLimits } from './surgery.ts';
import type { ProbeFault } from './surgery.ts';
import { troubleCause } from './trouble-cause.ts';
import { diagnosticVariants, fieldVariants, hintedVariants, readVariants, sharedVariants } from './variants.ts';

/** Each round cures at most one stage: how answers are read, how requests are signed, how those with a body are. */
const rounds = 5;

/**
 * Looks for what keeps calls from being accepted: this machine first, then the answers it has, then the enrolment, then other
 * forms of two calls without effect. Ends with one cause, what shows it, and the change of the profile that cures it where one does.
 */
export async function examine(patient: Patient, signal: AbortSignal): Promise<Examination> {
  const { session, key, limits = usualLimits } = patient;
  const evidence: Evidence[] = [];
  const note: Bedside['note'] = (kind, facts = {}) => void evidence.push({ kind, facts });
  if (key.state === 'elsewhere' || key.state === 'unreadable') {
    return { cause: keyCauses[key.state], changes: [], fields: [], evidence, calls: 0, clockOffsetMs: session.serviceClock.offsetMs() };
  }
  const signing = signingKeyOf(patient);
  if (signing !== null) note('keyUsed', { keyId: signing.keyId });
  const surgery = openSurgery({ session, key: signing, invitation: invitationOf(patient), limits }, signal);
  const concluded = await examineCalls({ patient, surgery, note });
  const clockOffsetMs = session.serviceClock.offsetMs() ?? concluded.clockOffsetMs ?? null;
  if (clockOffsetMs !== null) note('clock', { seconds: Math.round(clockOffsetMs / 1000) });
  return { cause: concluded.cause, changes: fieldChanges(session.profile, concluded.changes), fields: concluded.fields ?? [], evidence, calls: surgery.calls(), clockOffsetMs };
}

const keyCauses: Readonly<Record<'elsewhere' | 'unreadable', DoctorCause>> = { elsewhere: 'key_elsewhere', unreadable: 'key_unreadable' };

/** A key whose proof was not taken yet signs nothing: calls go out unsigned, and their refusals show how answers are written. */
function signingKeyOf({ key, chart }: Patient): SigningKey | null {
  if (!('key' in key)) return null;
  const state = chart?.steps.state;
  const isProved = state === undefined || state === 'none' || state === 'awaitingActivation' || state === 'active' || state === 'expired';
  return key.state === 'active' || isProved ? key.key : null;
}

/** Once the proof is taken the token is done with, and says nothing more. */
function invitationOf({ chart }: Patient): ProbedInvitation | null {
  if (chart === null || chart === undefined || chart.token === null) return null;
  const { state } = chart.steps;
  return state === 'active' || state === 'awaitingActivation' ? null : { invitationId: chart.invitationId, token: chart.token };
}

interface Concluded {
  readonly cause: DoctorCause;
  readonly changes: readonly ProfileChange[];
  readonly fields?: readonly string[];
  readonly clockOffsetMs?: number;
}

async function examineCalls(bedside: Bedside): Promise<Concluded> {
  const { note, patient } = bedside;
  let changes: readonly ProfileChange[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const base = changedProfile(patient.session.profile, changes) ?? patient.session.profile;
    const looks = await look(bedside, base, round === 0 ? note : () => undefined);
    if (!('read' in looks)) return { cause: faultCauses[looks.fault], changes: [] };
    const offBy = staleBy(patient.session, base, looks);
    if (offBy !== null) return { cause: 'clock', changes: [], clockOffsetMs: offBy };
    const step = await nextStep(bedside, base, looks, changes.length > 0);
    // What was read in the service's own signed answers is sure, whatever stands in the way besides.
    if ('cause' in step && step.cause !== 'profile' && changes.length > 0 && changes.every(isOfAnswers)) return { cause: 'profile', changes };
    // Any other change is offered only where calls were seen to be accepted with it.
    if ('cause' in step) return step.cause === 'profile' ? { cause: 'profile', changes, fields: untriedFields(changes) } : { ...step, changes: [] };
    changes = [...changes, ...step.changes];
    if (step.changes.some(({ path }) => path.startsWith('enrolment.'))) return { cause: 'profile', changes };
  }
  return { cause: 'form_unknown', changes: [] };
}

function isOfAnswers({ path }: ProfileChange): boolean {
  return path.startsWith('answer.') || path.startsWith('request.seenAs') || path === 'request.emptyQuery' || path === 'enrolment.answersSigned';
}

const faultCauses: Readonly<Record<Extract<Found, { kind: 'ended' }>['by'], DoctorCause>> = {
  busy: 'service_busy', not_sent: 'unreachable', connection_lost: 'no_answer', answer_timeout: 'no_answer', answer_too_large: 'not_the_service',
  spent: 'form_unknown', stopped: 'stopped', resting: 'service_busy', locked: 'locked_out',
};

/** The diagnostic first: its nonce lets a bound answer teach the time, and with the time everything else is signed. */
async function look({ patient, surgery }: Bedside, profile: DeploymentProfile, note: Bedside['note']): Promise<Looks | { readonly fault: ProbeFault | 'busy' }> {
  const first = await surgery.try(profile, 'runPartnerSignatureDiagnostic');
  const diagnostic = first.ok && first.value.misdated ? await surgery.try(profile, 'runPartnerSignatureDiagnostic') : first;
  if (!diagnostic.ok) return { fault: diagnostic.error };
  if (noted(note, 'diagnostic', diagnostic.value) === 'busy') return { fault: 'busy' };
  const read = await surgery.try(profile, 'getPartnerProfile');
  if (!read.ok) return { fault: read.error };
  if (noted(note, 'read', read.value) === 'busy') return { fault: 'busy' };
  if (invitationOf(patient) === null) return { diagnostic: diagnostic.value, read: read.value, invitation: null };
  const invitation = await surgery.try(profile, 'getPartnerEnrollment');
  if (!invitation.ok) return { fault: invitation.error };
  noted(note, 'invitation', invitation.value);
  return { diagnostic: diagnostic.value, read: read.value, invitation: invitation.value };
}

function noted(note: Bedside['note'], name: 'read' | 'diagnostic' | 'invitation', { judged }: Probe): Verdict['kind'] {
  const verdict = verdictOf(judged);
  const detail = verdict.kind === 'unbelieved' ? verdict.reason : verdict.kind === 'accepted' ? verdict.refusal : verdict.kind === 'form' ? verdict.field : null;
  const component = judged.kind === 'unverified' ? judged.component : undefined;
  note(name, { outcome: verdict.kind, ...(detail === null ? {} : { detail }), ...(component === undefined ? {} : { component }) });
  return verdict.kind;
}

function allOf({ diagnostic, read, invitation }: Looks): readonly Probe[] {
  return [diagnostic, read, ...(invitation === null ? [] : [invitation])];
}

/** How far the clocks are apart where answers hold in every way but their time: those that are bound to nothing unique. */
function staleBy({ serviceKeys, clock }: PartnerSession, profile: DeploymentProfile, looks: Looks): number | null {
  const stale = allOf(looks).find(({ judged }) => judged.kind === 'unverified' && judged.reason === 'stale');
  const judged = stale === undefined ? null : judgeAnyTime(profile, stale, serviceKeys.lookup);
  return judged?.kind === 'verified' && judged.createdAtSeconds !== null ? judged.createdAtSeconds * 1000 - clock.nowMs() : null;
}

async function nextStep(bedside: Bedside, base: DeploymentProfile, looks: Looks, isChanged: boolean): Promise<Step> {
  const { patient, note } = bedside;
  if (isUnknownAddress(looks)) return { cause: 'base_path', fields: ['baseUrl'] };
  if (allOf(looks).some((probe) => !isBelieved(base, probe, probe.judged))) return believe(bedside, base, looks);
  if (signingKeyOf(patient) === null) return isChanged ? { cause: 'profile' } : enrolmentStep(bedside, base, looks);
  const verdicts = [verdictOf(looks.diagnostic.judged), verdictOf(looks.read.judged)];
  if (verdicts.every(({ kind }) => kind === 'accepted')) {
    if (isChanged) note('confirmed');
    return isChanged ? { cause: 'profile' } : acceptedCause(bedside, verdicts);
  }
  return seek(bedside, base, looks);
}

/** Neither call is known where this counter sends it: no service refuses its own profile and diagnostic like that. */
function isUnknownAddress({ diagnostic, read }: Looks): boolean {
  return [diagnostic, read].every(({ raw, judged }) => {
    if (raw.status !== 404 && raw.status !== 405) return false;
    const code = judged.kind === 'verified' ? readProblem(judged)?.code : undefined;
    return code === undefined || code === 'resource_not_found' || !isRefusalCode(code);
  });
}

/** Both signatures were accepted: what the service says beside that, what only this machine has, or nothing. */
function acceptedCause({ patient: { session, troubles, uncovered = [] }, note }: Bedside, verdicts: readonly Verdict[]): Step {
  const refusals = verdicts.flatMap((verdict) => (verdict.kind === 'accepted' && verdict.refusal !== null ? [verdict.refusal] : []));
  if (refusals.includes('source_ip_not_allowed')) return { cause: 'source_ip_not_allowed' };
  const trouble = troubleCause(troubles);
  if (trouble !== null) {
    note(trouble.evidence, trouble.evidence === 'answerUncovered' ? { component: uncovered.join(' ') } : {});
    return trouble;
  }
  if (refusals.includes('insufficient_scope')) return { cause: 'permission_missing' };
  if (refusals.includes('binding_not_authorized') || refusals.includes('account_inactive')) return { cause: 'access_withdrawn' };
  const offset = session.serviceClock.offsetMs();
  return { cause: offset !== null && Math.abs(offset) > requestSkewSeconds(session.profile) * 1000 ? 'clock' : 'none' };
}

/** Answers that cannot be believed are read in other ways; what was signed by the service's key shows by itself how. */
function believe({ patient, note }: Bedside, base: DeploymentProfile, looks: Looks): Step {
  const probes = allOf(looks);
  const changes = fitToAnswers(base, probes, patient.session.serviceKeys.lookup);
  if (changes !== null) {
    note('answerFits');
    return { changes };
  }
  const reasons = probes.flatMap(({ judged }) => (judged.kind === 'unverified' ? [judged.reason] : []));
  return reasons.map((reason) => unbelievedCauses[reason]).find((step) => step !== undefined) ?? { cause: 'answer_changed' };
}

const unbelievedCauses: Readonly<Partial<Record<UnverifiedReason, Step>>> = {
  signature_missing: { cause: 'not_the_service' },
  unknown_key: { cause: 'service_key_unknown', fields: ['serviceKeys'] },
  signature_invalid: { cause: 'address_unknown', fields: ['request.seenAs', 'serviceKeys'] },
};

/** A signature was refused, or a field of a request whose signature was accepted: other forms of that call are tried. */
async function seek(bedside: Bedside, base: DeploymentProfile, looks: Looks): Promise<Step> {
  const { patient, surgery, note } = bedside;
  const [diagnostic, read] = [verdictOf(looks.diagnostic.judged), verdictOf(looks.read.judged)];
  const bothRefused = diagnostic.kind === 'refused' && read.kind === 'refused';
  if (bothRefused && 'key' in patient.key && patient.key.hasEnded()) {
    note('keyOver');
    return { cause: 'key_over' };
  }
  const differing = thumbprintStep(bedside);
  if (differing !== null) return differing;
  // Where these very settings were accepted once, a thing outside of them is the likely cause, and no form need be tried.
  if (patient.acceptedBefore && diagnostic.kind === 'refused') {
    note('acceptedBefore');
    return { cause: bothRefused ? 'key_not_accepted' : 'body_changed' };
  }
  if (patient.key.state === 'active' && patient.tryForms !== true && !isForPractice(patient.session.profile)) return { cause: 'word_needed' };
  const found = await search(surgery, base, questionOf(base, diagnostic, read, looks));
  if (found.kind === 'found') return { changes: found.changes };
  if (found.kind === 'ended') {
    if (found.by === 'locked') note('otherwiseRefused');
    return { cause: faultCauses[found.by] };
  }
  note('tried', { calls: surgery.calls(), fields: found.fields.length });
  if (!found.isWhole) note('cutShort');
  // What the refusal speaks of is in question before all else that was tried.
  const spoken = found.fields.filter((field) => speaksOf(found.complaint, field));
  const fields = [...new Set([...spoken, ...found.fields])];
  if (bothRefused && patient.key.state === 'awaiting' && spoken.length === 0) return { cause: 'key_awaiting', fields };
  return { cause: 'form_unknown', fields };
}

function questionOf(base: DeploymentProfile, diagnostic: Verdict, read: Verdict, looks: Looks): Question {
  const [asking, reading] = ['runPartnerSignatureDiagnostic', 'getPartnerProfile'] as const;
  const [ofDiagnostic, ofRead] = [complaintOf(looks.diagnostic.judged), complaintOf(looks.read.judged)];
  if (diagnostic.kind === 'form') return { name: asking, variants: (profile) => fieldVariants(profile, diagnostic.field), isSigned: true, complaint: ofDiagnostic };
  if (read.kind === 'form') return { name: reading, variants: (profile) => fieldVariants(profile, read.field), isSigned: true, complaint: ofRead };
  if (read.kind === 'accepted') return { name: asking, variants: diagnosticVariants, inPairs: true, complaint: ofDiagnostic };
  if (diagnostic.kind === 'accepted') return { name: reading, variants: readVariants, inPairs: true, complaint: ofRead };
  const taste = tasteOf(looks.read.raw);
  return { name: reading, variants: (profile) => sharedVariants(profile, taste), hinted: hintedVariants(base, taste), inPairs: true, complaint: ofRead };
}

/** What the service may well have otherwise too, and nobody tried: what it wants of orders and reveals. */
function untriedFields(changes: readonly ProfileChange[]): readonly string[] {
  const lists = ['request.components', 'answer.kinds'].filter((list) => changes.some(({ path }) => path.startsWith(list)));
  return lists.flatMap((list) => [`${list}.orderMutation`, `${list}.bodylessNonceMutation`]);
}

import type { DoctorCause, DoctorEvidence, UnverifiedReason } from '../../src-preload/contract/codes.ts';
import { changedProfile } from '../deployment/change.ts';
import type { ProfileChange } from '../deployment/change.ts';
import type { DeploymentProfile } from '../deployment/profile.ts';
import type { PartnerSession } from '../partner-api/session.ts';
import { fitToAnswers, judgeAnyTime } from './answer-fit.ts';
import { tasteOf } from './answer-taste.ts';
import { wasMisdated } from './diagnose.ts';
import { fieldChanges } from './examination.ts';
import type { Evidence, Examination } from './examination.ts';
import type { PatientKey } from './patient.ts';
import { verdictOf } from './probe.ts';
import type { Probe, Verdict } from './probe.ts';
import { search } from './search.ts';
import type { Question } from './search.ts';
import { openSurgery, usualLimits } from './surgery.ts';
import type { Limits, ProbeFault, Surgery } from './surgery.ts';
import { diagnosticVariants, nonceVariants, readVariants, sharedVariants } from './variants.ts';

/** A counter whose calls are refused, or whose answers cannot be believed. */
export interface Patient {
  readonly session: PartnerSession;
  readonly key: PatientKey;
  /** Whether the service has accepted a signature under this very profile before. */
  readonly acceptedBefore: boolean;
  /** Whether the service refused signatures of orders lately: those the doctor never tries. */
  readonly ordersRefused: boolean;
  readonly limits?: Limits;
}

/** A conclusion, or changes under which to look again. */
type Step = { readonly cause: DoctorCause; readonly fields?: readonly string[] } | { readonly changes: readonly ProfileChange[] };
type Looks = { readonly diagnostic: Probe; readonly read: Probe };

interface Bedside {
  readonly patient: Patient;
  readonly surgery: Surgery;
  readonly note: (kind: DoctorEvidence, facts?: Evidence['facts']) => void;
}

/** Each round cures at most one stage: how answers are read, how requests are signed, how those with a body are. */
const rounds = 5;

/**
 * Looks for what keeps calls from being accepted: this machine first, then the answers it has, then other forms of two
 * calls without effect. Ends with one cause, what shows it, and the change of the profile that cures it where one does.
 */
export async function examine(patient: Patient, signal: AbortSignal): Promise<Examination> {
  const { session, key, limits = usualLimits } = patient;
  const evidence: Evidence[] = [];
  const note: Bedside['note'] = (kind, facts = {}) => void evidence.push({ kind, facts });
  if (!('key' in key)) return { cause: keyCauses[key.state], changes: [], fields: [], evidence, calls: 0, clockOffsetMs: session.serviceClock.offsetMs() };
  note('keyUsed', { keyId: key.key.keyId });
  const surgery = openSurgery(session, key.key, limits, signal);
  const bedside = { patient, surgery, note };
  const concluded = await examineCalls(bedside);
  const clockOffsetMs = session.serviceClock.offsetMs() ?? concluded.clockOffsetMs ?? null;
  if (clockOffsetMs !== null) note('clock', { seconds: Math.round(clockOffsetMs / 1000) });
  return { cause: concluded.cause, changes: fieldChanges(session.profile, concluded.changes), fields: concluded.fields ?? [], evidence, calls: surgery.calls(), clockOffsetMs };
}

const keyCauses: Readonly<Record<'none' | 'elsewhere' | 'unreadable', DoctorCause>> = { none: 'no_key', elsewhere: 'key_elsewhere', unreadable: 'key_unreadable' };

interface Concluded {
  readonly cause: DoctorCause;
  readonly changes: readonly ProfileChange[];
  readonly fields?: readonly string[];
  readonly clockOffsetMs?: number;
}

async function examineCalls(bedside: Bedside): Promise<Concluded> {
  const { surgery, note, patient } = bedside;
  let changes: readonly ProfileChange[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const base = changedProfile(patient.session.profile, changes) ?? patient.session.profile;
    const looks = await look(patient.session, surgery, base);
    if (!('read' in looks)) return { cause: faultCauses[looks.fault], changes: [] };
    if (round === 0) noteLooks(note, looks);
    const offBy = staleBy(patient.session, base, looks);
    if (offBy !== null) return { cause: 'clock', changes: [], clockOffsetMs: offBy };
    const step = await nextStep(bedside, base, looks, changes.length > 0);
    // A change is offered only where calls were seen to be accepted with it.
    if ('cause' in step) return { ...step, changes: step.cause === 'profile' ? changes : [] };
    changes = [...changes, ...step.changes];
  }
  return { cause: 'form_unknown', changes: [] };
}

const faultCauses: Readonly<Record<ProbeFault | 'busy', DoctorCause>> = {
  busy: 'service_busy', not_sent: 'unreachable', connection_lost: 'no_answer', answer_timeout: 'no_answer', answer_too_large: 'not_the_service', spent: 'form_unknown', stopped: 'stopped',
};

/** The diagnostic first: its nonce lets a bound answer teach the time, and with the time everything else is signed. */
async function look(session: PartnerSession, surgery: Surgery, profile: DeploymentProfile): Promise<Looks | { readonly fault: ProbeFault }> {
  const first = await surgery.try(profile, 'runPartnerSignatureDiagnostic');
  if (!first.ok) return { fault: first.error };
  const diagnostic = wasMisdated(session, first.value) ? await surgery.try(profile, 'runPartnerSignatureDiagnostic') : first;
  if (!diagnostic.ok) return { fault: diagnostic.error };
  const read = await surgery.try(profile, 'getPartnerProfile');
  return read.ok ? { diagnostic: diagnostic.value, read: read.value } : { fault: read.error };
}

function noteLooks(note: Bedside['note'], looks: Looks): void {
  for (const name of ['read', 'diagnostic'] as const) {
    const verdict = verdictOf(looks[name].judged);
    const detail = verdict.kind === 'unbelieved' ? verdict.reason : verdict.kind === 'accepted' ? verdict.refusal : verdict.kind === 'form' ? verdict.field : null;
    note(name, { outcome: verdict.kind, ...(detail === null ? {} : { detail }) });
  }
}

/** How far the clocks are apart where answers hold in every way but their time: those that are bound to nothing unique. */
function staleBy({ serviceKeys, clock }: PartnerSession, profile: DeploymentProfile, { diagnostic, read }: Looks): number | null {
  const stale = [diagnostic, read].find(({ judged }) => judged.kind === 'unverified' && judged.reason === 'stale');
  const judged = stale === undefined ? null : judgeAnyTime(profile, stale, serviceKeys.lookup);
  return judged?.kind === 'verified' && judged.createdAtSeconds !== null ? judged.createdAtSeconds * 1000 - clock.nowMs() : null;
}

async function nextStep(bedside: Bedside, base: DeploymentProfile, looks: Looks, isChanged: boolean): Promise<Step> {
  const verdicts = [verdictOf(looks.diagnostic.judged), verdictOf(looks.read.judged)];
  if (verdicts.some(({ kind }) => kind === 'busy')) return { cause: 'service_busy' };
  if (verdicts.some(({ kind }) => kind === 'unbelieved')) return believe(bedside, base, looks);
  if (verdicts.every(({ kind }) => kind === 'accepted')) {
    if (isChanged) bedside.note('confirmed');
    return isChanged ? { cause: 'profile' } : acceptedCause(bedside.patient, verdicts);
  }
  return seek(bedside, base, looks);
}

/** Both signatures were accepted: what the service says beside that, what only this machine has, or nothing. */
function acceptedCause({ session, ordersRefused }: Patient, verdicts: readonly Verdict[]): Step {
  const refusals = verdicts.flatMap((verdict) => (verdict.kind === 'accepted' && verdict.refusal !== null ? [verdict.refusal] : []));
  if (refusals.includes('source_ip_not_allowed')) return { cause: 'source_ip_not_allowed' };
  if (refusals.includes('insufficient_scope')) return { cause: 'permission_missing' };
  if (refusals.includes('binding_not_authorized') || refusals.includes('account_inactive')) return { cause: 'access_withdrawn' };
  if (ordersRefused) return { cause: 'order_form', fields: ['request.components.orderMutation', 'request.idempotencyKey'] };
  const offset = session.serviceClock.offsetMs();
  return { cause: offset !== null && Math.abs(offset) > session.profile.answer.maxSkewSeconds * 1000 ? 'clock' : 'none' };
}

/** Answers that cannot be believed are read in other ways; what was signed by the service's key shows by itself how. */
function believe({ patient, note }: Bedside, base: DeploymentProfile, { diagnostic, read }: Looks): Step {
  const changes = fitToAnswers(base, [diagnostic, read], patient.session.serviceKeys.lookup);
  if (changes !== null) {
    note('answerFits');
    return { changes };
  }
  const reasons = [diagnostic, read].flatMap(({ judged }) => (judged.kind === 'unverified' ? [judged.reason] : []));
  return reasons.map((reason) => unbelievedCauses[reason]).find((step) => step !== undefined) ?? { cause: 'answer_changed' };
}

const unbelievedCauses: Readonly<Partial<Record<UnverifiedReason, Step>>> = {
  signature_missing: { cause: 'not_the_service' },
  unknown_key: { cause: 'service_key_unknown', fields: ['serviceKeys'] },
  signature_invalid: { cause: 'address_unknown', fields: ['request.seenAs', 'serviceKeys'] },
};

/** A signature was refused, or a field of a request whose signature was accepted: other forms of that call are tried. */
async function seek({ patient, surgery, note }: Bedside, base: DeploymentProfile, looks: Looks): Promise<Step> {
  const [diagnostic, read] = [verdictOf(looks.diagnostic.judged).kind, verdictOf(looks.read.judged).kind];
  const bothRefused = diagnostic === 'refused' && read === 'refused';
  if (bothRefused && isOver(patient)) {
    note('keyOver');
    return { cause: 'key_over' };
  }
  const question: Question = diagnostic === 'form'
    ? { name: 'runPartnerSignatureDiagnostic', variants: nonceVariants(base), isSigned: true }
    : bothRefused ? { name: 'getPartnerProfile', variants: sharedVariants(base, tasteOf(looks.read.raw)), inPairs: !patient.acceptedBefore }
      : read === 'accepted' ? { name: 'runPartnerSignatureDiagnostic', variants: diagnosticVariants(base) }
        : { name: 'getPartnerProfile', variants: readVariants(base) };
  const found = await search(surgery, base, question);
  if (found.kind === 'found') return { changes: found.changes };
  if (found.kind === 'ended') return { cause: faultCauses[found.by] };
  note('tried', { calls: surgery.calls(), fields: found.fields.length });
  if (!bothRefused) return diagnostic === 'refused' ? { cause: 'body_changed' } : { cause: 'form_unknown', fields: found.fields };
  if (patient.key.state === 'awaiting') return { cause: 'key_awaiting' };
  if (patient.acceptedBefore) note('acceptedBefore');
  return patient.acceptedBefore ? { cause: 'key_not_accepted' } : { cause: 'form_unknown', fields: found.fields };
}

function isOver({ session, key }: Patient): boolean {
  return 'key' in key && key.overAtMs !== null && session.serviceClock.nowMs() > key.overAtMs;
}

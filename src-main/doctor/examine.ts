import type { DoctorCause, DoctorEvidence, UnverifiedReason } from '../../src-preload/contract/codes.ts';
import { changedProfile } from '../deployment/change.ts';
import type { ProfileChange } from '../deployment/change.ts';
import type { DeploymentProfile } from '../deployment/profile.ts';
import type { PartnerSession } from '../partner-api/session.ts';
import { fitToAnswers, judgeAnyTime } from './answer-fit.ts';
import { tasteOf } from './answer-taste.ts';
import { fieldChanges } from './examination.ts';
import type { Evidence, Examination } from './examination.ts';
import type { PatientKey } from './patient.ts';
import { verdictOf } from './probe.ts';
import type { Probe, Verdict } from './probe.ts';
import { search } from './search.ts';
import type { Question } from './search.ts';
import type { Troubles } from './standing.ts';
import { openSurgery, usualLimits } from './surgery.ts';
import type { Limits, ProbeFault, Surgery } from './surgery.ts';
import { troubleCause } from './trouble-cause.ts';
import { diagnosticVariants, fieldVariants, readVariants, sharedVariants } from './variants.ts';

/** A counter whose calls are refused, or whose answers cannot be believed. */
export interface Patient {
  readonly session: PartnerSession;
  readonly key: PatientKey;
  /** Whether the service has accepted a signature under this very profile before. */
  readonly acceptedBefore: boolean;
  /** What the service made of the last calls that the doctor never tries. */
  readonly troubles: Troubles;
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
  const { note, patient } = bedside;
  let changes: readonly ProfileChange[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const base = changedProfile(patient.session.profile, changes) ?? patient.session.profile;
    const looks = await look(bedside, base, round === 0 ? note : () => undefined);
    if (!('read' in looks)) return { cause: faultCauses[looks.fault], changes: [] };
    const offBy = staleBy(patient.session, base, looks);
    if (offBy !== null) return { cause: 'clock', changes: [], clockOffsetMs: offBy };
    const step = await nextStep(bedside, base, looks, changes.length > 0);
    // A change is offered only where calls were seen to be accepted with it.
    if ('cause' in step) return step.cause === 'profile' ? { cause: 'profile', changes, fields: untriedFields(changes) } : { ...step, changes: [] };
    changes = [...changes, ...step.changes];
  }
  return { cause: 'form_unknown', changes: [] };
}

const faultCauses: Readonly<Record<ProbeFault | 'busy', DoctorCause>> = {
  busy: 'service_busy', not_sent: 'unreachable', connection_lost: 'no_answer', answer_timeout: 'no_answer', answer_too_large: 'not_the_service', spent: 'form_unknown', stopped: 'stopped', resting: 'service_busy',
};

/** The diagnostic first: its nonce lets a bound answer teach the time, and with the time everything else is signed. */
async function look({ surgery }: Bedside, profile: DeploymentProfile, note: Bedside['note']): Promise<Looks | { readonly fault: ProbeFault | 'busy' }> {
  const first = await surgery.try(profile, 'runPartnerSignatureDiagnostic');
  const diagnostic = first.ok && first.value.misdated ? await surgery.try(profile, 'runPartnerSignatureDiagnostic') : first;
  if (!diagnostic.ok) return { fault: diagnostic.error };
  if (noted(note, 'diagnostic', diagnostic.value) === 'busy') return { fault: 'busy' };
  const read = await surgery.try(profile, 'getPartnerProfile');
  if (!read.ok) return { fault: read.error };
  return noted(note, 'read', read.value) === 'busy' ? { fault: 'busy' } : { diagnostic: diagnostic.value, read: read.value };
}

function noted(note: Bedside['note'], name: 'read' | 'diagnostic', { judged }: Probe): Verdict['kind'] {
  const verdict = verdictOf(judged);
  const detail = verdict.kind === 'unbelieved' ? verdict.reason : verdict.kind === 'accepted' ? verdict.refusal : verdict.kind === 'form' ? verdict.field : null;
  note(name, { outcome: verdict.kind, ...(detail === null ? {} : { detail }) });
  return verdict.kind;
}

/** How far the clocks are apart where answers hold in every way but their time: those that are bound to nothing unique. */
function staleBy({ serviceKeys, clock }: PartnerSession, profile: DeploymentProfile, { diagnostic, read }: Looks): number | null {
  const stale = [diagnostic, read].find(({ judged }) => judged.kind === 'unverified' && judged.reason === 'stale');
  const judged = stale === undefined ? null : judgeAnyTime(profile, stale, serviceKeys.lookup);
  return judged?.kind === 'verified' && judged.createdAtSeconds !== null ? judged.createdAtSeconds * 1000 - clock.nowMs() : null;
}

async function nextStep(bedside: Bedside, base: DeploymentProfile, looks: Looks, isChanged: boolean): Promise<Step> {
  const verdicts = [verdictOf(looks.diagnostic.judged), verdictOf(looks.read.judged)];
  if (verdicts.some(({ kind }) => kind === 'unbelieved')) return believe(bedside, base, looks);
  if (verdicts.every(({ kind }) => kind === 'accepted')) {
    if (isChanged) bedside.note('confirmed');
    return isChanged ? { cause: 'profile' } : acceptedCause(bedside, verdicts);
  }
  return seek(bedside, base, looks);
}

/** Both signatures were accepted: what the service says beside that, what only this machine has, or nothing. */
function acceptedCause({ patient: { session, troubles }, note }: Bedside, verdicts: readonly Verdict[]): Step {
  const refusals = verdicts.flatMap((verdict) => (verdict.kind === 'accepted' && verdict.refusal !== null ? [verdict.refusal] : []));
  if (refusals.includes('source_ip_not_allowed')) return { cause: 'source_ip_not_allowed' };
  const trouble = troubleCause(troubles);
  if (trouble !== null) {
    note(trouble.evidence);
    return trouble;
  }
  if (refusals.includes('insufficient_scope')) return { cause: 'permission_missing' };
  if (refusals.includes('binding_not_authorized') || refusals.includes('account_inactive')) return { cause: 'access_withdrawn' };
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
  const [diagnostic, read] = [verdictOf(looks.diagnostic.judged), verdictOf(looks.read.judged)];
  const bothRefused = diagnostic.kind === 'refused' && read.kind === 'refused';
  if (bothRefused && 'key' in patient.key && patient.key.hasEnded()) {
    note('keyOver');
    return { cause: 'key_over' };
  }
  const found = await search(surgery, base, questionOf(base, diagnostic, read, looks, !patient.acceptedBefore));
  if (found.kind === 'found') return { changes: found.changes };
  if (found.kind === 'ended') return { cause: faultCauses[found.by] };
  note('tried', { calls: surgery.calls(), fields: found.fields.length });
  if (!found.isWhole) note('cutShort');
  if (bothRefused && patient.key.state === 'awaiting') return { cause: 'key_awaiting' };
  // Only where these very settings were accepted once is a thing outside of them the likely cause.
  const isOutside = patient.acceptedBefore && (bothRefused || (diagnostic.kind === 'refused' && found.isWhole));
  if (!isOutside) return { cause: 'form_unknown', fields: found.fields };
  note('acceptedBefore');
  return { cause: bothRefused ? 'key_not_accepted' : 'body_changed' };
}

function questionOf(base: DeploymentProfile, diagnostic: Verdict, read: Verdict, looks: Looks, inPairs: boolean): Question {
  const [asking, reading] = ['runPartnerSignatureDiagnostic', 'getPartnerProfile'] as const;
  if (diagnostic.kind === 'form') return { name: asking, variants: fieldVariants(base, diagnostic.field), isSigned: true };
  if (read.kind === 'form') return { name: reading, variants: fieldVariants(base, read.field), isSigned: true };
  if (read.kind === 'accepted') return { name: asking, variants: diagnosticVariants(base), inPairs };
  return { name: reading, variants: diagnostic.kind === 'accepted' ? readVariants(base) : sharedVariants(base, tasteOf(looks.read.raw)), inPairs };
}

/** What the service may well have otherwise too, and nobody tried: what it wants of orders and reveals. */
function untriedFields(changes: readonly ProfileChange[]): readonly string[] {
  const lists = ['request.components', 'answer.kinds'].filter((list) => changes.some(({ path }) => path.startsWith(list)));
  return lists.flatMap((list) => [`${list}.orderMutation`, `${list}.bodylessNonceMutation`]);
}

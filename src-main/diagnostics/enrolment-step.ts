import type { DeploymentProfile } from '../deployment/profile.ts';
import type { LatestEnrolment } from '../enrolment/driver/latest.ts';
import { thumbprintsAgree } from '../enrolment/driver/thumbprint.ts';
import { isRefusalCode, readProblem } from '../partner-api/problem.ts';
import { mayTryForms, type CheckContext, type FirstProbes, type Step } from './check-context.ts';
import { seekProof } from './seek-proof.ts';

/**
 * What keeps an enrolment from going on, where the service's answers can be verified: its invitation, its key or its
 * proof.
 */
export async function enrolmentStep(
  context: CheckContext,
  base: DeploymentProfile,
  { invitation }: FirstProbes,
): Promise<Step> {
  const { latest } = context.counter;
  if (latest === null || latest === undefined) return { cause: 'no_key' };
  const { steps } = latest;
  if (steps.waitsFor === 'restart') return { cause: 'restart_awaited' };
  if (steps.waitsFor === 'activation') return { cause: 'key_awaiting' };
  if (isOver(steps)) return { cause: 'invitation_over' };
  if (steps.waitsFor === 'proofForm') return proofStep(context, base, latest);
  if (steps.state === 'refused' && steps.refusal?.code === 'validation_failed') {
    context.note('keyRefused');
    return { cause: 'key_refused', fields: fieldsOfKey(steps.refusal.field ?? '') };
  }
  const code = invitation?.judged.kind === 'verified' ? readProblem(invitation.judged)?.code : undefined;
  const isRefused = code === 'invitation_invalid' || code === 'resource_not_found';
  return { cause: isRefused && isRefusalCode(code) ? 'invitation_refused' : 'no_key' };
}

/** Its time is over, staff withdrew it, or another key was made with it. */
function isOver({ state, refusal }: LatestEnrolment['steps']): boolean {
  return (
    state === 'expired' ||
    (state === 'refused' && (refusal?.code === 'enrolment_refused' || refusal?.code === 'key_duplicate'))
  );
}

async function proofStep(context: CheckContext, base: DeploymentProfile, latest: LatestEnrolment): Promise<Step> {
  if (mayTryForms(context.counter)) return seekProof(context, base, latest);
  context.note('wordNeeded');
  return { cause: 'word_needed' };
}

/** The fields of the profile that decide about the member of the submitted key that the service names. */
function fieldsOfKey(named: string): readonly string[] {
  return /cidr|network/i.test(named) ? [] : ['enrolment.validDays'];
}

const thumbprintForms = ['rfc7638', 'spki-sha256-hex', 'spki-sha256-base64url'] as const;

/**
 * Where the service's thumbprint is not ours: it may be ours in another form; null where they agree or nothing was
 * submitted.
 */
export function thumbprintStep({ counter: { latest, session }, note }: CheckContext): Step | null {
  if (latest?.steps.thumbprintsAgree !== false) return null;
  const form = formOf(latest, session.profile);
  if (form === null) return { cause: 'thumbprint_differs' };
  note('thumbprintFits');
  return { changes: [{ path: 'enrolment.thumbprint', to: form }] };
}

function formOf(
  { publicJwk, steps: { serviceThumbprint } }: LatestEnrolment,
  profile: DeploymentProfile,
): string | null {
  if (publicJwk === null || serviceThumbprint === undefined) return null;
  const agrees = (thumbprint: (typeof thumbprintForms)[number]): boolean =>
    thumbprintsAgree({ ...profile, enrolment: { ...profile.enrolment, thumbprint } }, publicJwk, serviceThumbprint);
  return thumbprintForms.find(agrees) ?? null;
}

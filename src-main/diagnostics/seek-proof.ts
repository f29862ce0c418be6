import type { Failure } from '../../src-shared/contract/codes.ts';
import type { EnrolmentSteps } from '../../src-shared/contract/schemas.ts';
import { changedProfile } from '../deployment/change.ts';
import type { DeploymentProfile } from '../deployment/profile.ts';
import type { LatestEnrolment } from '../enrolment/driver/latest.ts';
import type { CheckContext, Step } from './check-context.ts';
import { proofVariants } from './proof-variants.ts';
import type { Variant } from './variants.ts';

/**
 * Sends the proof in other forms, over the challenge that is kept, until the service takes one: nothing else can tell.
 * That is what the enrolment is there for, so it goes on from there. Ends at the first refusal of another kind.
 */
export async function seekProof(
  { probes, note }: CheckContext,
  base: DeploymentProfile,
  latest: LatestEnrolment,
): Promise<Step> {
  let [kept, refusal]: [Variant['changes'], Failure | undefined] = [[], latest.steps.refusal];
  let tries = 0;
  for (let variants = proofVariants(base, refusal); ;) {
    const [next, ...others] = variants;
    if (next === undefined) break;
    variants = others;
    const changes = [...kept, ...next.changes];
    const candidate = changedProfile(base, changes);
    if (candidate === null) continue;
    const due = await probes.turn();
    if (!due.ok) break;
    tries += 1;
    const { steps, failure } = await latest.proveAs(candidate);
    if (steps.state === 'awaitingActivation' || steps.state === 'active') {
      note('proofTaken');
      return { changes };
    }
    if (steps.waitsFor !== 'proofForm') return otherwise(note, tries, steps, failure);
    // A refusal of another kind: what was changed is right, and something else is not.
    if (steps.refusal?.code !== refusal?.code && refusal?.code === 'validation_failed') {
      [kept, refusal] = [changes, steps.refusal];
      variants = proofVariants(candidate, refusal);
    }
  }
  note('proofRefused', { tries });
  return {
    cause: 'proof_form',
    fields: [
      'enrolment.proof',
      'enrolment.proofEncoding',
      'enrolment.proofPrefix',
      'enrolment.proofFields',
      'enrolment.signatureField',
      'enrolment.jwsHeader',
      'enrolment.jwsPayload',
    ],
  };
}

/**
 * A refusal of another kind, or an answer that cannot be verified: whatever is in the way now, another proof makes it
 * worse.
 */
function otherwise(
  note: CheckContext['note'],
  tries: number,
  { state }: EnrolmentSteps,
  failure: Failure | null,
): Step {
  note('proofRefused', { tries });
  if (failure?.code === 'service_unreachable') return { cause: 'unreachable' };
  if (failure?.code === 'connection_lost' || failure?.code === 'answer_timeout') return { cause: 'no_answer' };
  if (state !== 'refused' && failure !== null && failure.code !== 'answer_unverified') return { cause: 'service_busy' };
  note('otherwiseRefused');
  return { cause: 'locked_out' };
}

import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { EnrolmentSteps } from '../../../src-shared/contract/schemas.ts';
import type { DeploymentProfile } from '../../deployment/profile.ts';
import type { PublicJwk } from '../../signatures/keys.ts';
import { currentView, stepsUnderWay } from '../views/enrolment-view.ts';
import { tokenOf, type EnrolmentContext } from './context.ts';

/** What is known of the enrolment that was begun last, for whoever looks for what keeps it from going on. */
export interface LatestEnrolment {
  readonly invitationId: string;
  /** A secret, for the Authorization header of one read. */
  readonly token: string | null;
  readonly steps: EnrolmentSteps;
  readonly publicJwk: PublicJwk | null;
  /**
   * Sends the proof in the form of this profile; what becomes of it is recorded like any other. Not again where it was
   * refused.
   */
  proveAs(profile: DeploymentProfile): Promise<Proving>;
}

export interface Proving {
  readonly steps: EnrolmentSteps;
  /** Where no answer to it counts. */
  readonly failure: Failure | null;
}

export function latestEnrolment(
  context: EnrolmentContext,
  proveAs: LatestEnrolment['proveAs'],
): LatestEnrolment | null {
  const enrolment = context.records.latest();
  if (enrolment === null) return null;
  const token = tokenOf(context, enrolment);
  return {
    invitationId: enrolment.invitationId,
    token: token.ok ? token.value : null,
    steps: stepsUnderWay(currentView(context)),
    publicJwk: context.keyring.find(enrolment.localId)?.publicJwk ?? null,
    proveAs,
  };
}

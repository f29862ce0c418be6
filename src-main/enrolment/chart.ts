import type { Failure } from '../../src-shared/contract/codes.ts';
import type { EnrolmentSteps } from '../../src-shared/contract/schemas.ts';
import type { DeploymentProfile } from '../deployment/profile.ts';
import type { PublicJwk } from '../signatures/keys.ts';
import type { EnrolmentContext } from './context.ts';
import { tokenOf } from './exchange.ts';
import { currentView, stepsUnderWay } from './view.ts';

/** What is known of the enrolment under way, for whoever looks for what keeps it from going on. */
export interface EnrolmentChart {
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

export function chartOf(context: EnrolmentContext, proveAs: EnrolmentChart['proveAs']): EnrolmentChart | null {
  const facts = context.store.latest();
  if (facts === null) return null;
  const token = tokenOf(context, facts);
  const steps = stepsUnderWay(currentView(context));
  return {
    invitationId: facts.invitationId,
    token: token.ok ? token.value : null,
    steps,
    publicJwk: context.keyring.find(facts.localId)?.publicJwk ?? null,
    proveAs,
  };
}

import type { Failure } from '../../src-shared/contract/codes.ts';
import { parseId, type InvitationId } from '../core/ids.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { DeploymentProfile } from '../deployment/profile.ts';
import { isCanonicalNetwork } from './network.ts';

/** What a person gives to enrol a key. */
export interface EnrolmentInput {
  readonly invitationId: string;
  readonly token: string;
  /** Days of validity asked for; 365, or what the deployment has nearest to it, where nothing is said. */
  readonly validDays?: number;
  readonly cidrs?: readonly string[];
}

export interface CheckedInput {
  readonly invitationId: InvitationId;
  readonly token: string;
  readonly validDays: number;
  readonly cidrs: readonly string[];
}

const usualValidDays = 365;
const maximumCidrs = 50;
/** What an Authorization header can carry without ambiguity; also keeps a whole pasted letter out. */
const tokenPattern = /^[\x21-\x7e]{1,4096}$/;

/** The input with its defaults, or the first field that is not as it must be. */
export function checkInput(
  input: EnrolmentInput,
  window: DeploymentProfile['enrolment']['validDays'],
): Result<CheckedInput, Failure> {
  const { token, validDays = Math.min(Math.max(usualValidDays, window.minimum), window.maximum), cidrs = [] } = input;
  const invitationId = parseId<InvitationId>(input.invitationId);
  if (invitationId === null) return invalid('invitation');
  if (!tokenPattern.test(token)) return invalid('token');
  if (!Number.isInteger(validDays) || validDays < window.minimum || validDays > window.maximum)
    return invalid('validDays');
  if (cidrs.length > maximumCidrs || !cidrs.every(isCanonicalNetwork)) return invalid('cidr');
  return ok({ invitationId, token, validDays, cidrs: [...new Set(cidrs)] });
}

function invalid(field: string): Result<never, Failure> {
  return err({ code: 'input_invalid', field });
}

import type { Failure } from '../../../src-shared/contract/codes.ts';
import { detailed } from '../../../src-shared/contract/details.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { EnrolmentEventBody } from './events.ts';

/** The verified answer to a call that was signed with a key, to see whether the service accepts it. */
export interface TrialAnswer {
  /** The id that the key signed under. */
  readonly keyId: string;
  readonly refusal: Failure | null;
  /** Its signature covers a value that only this call had. */
  readonly isBound: boolean;
  /** The call would be dated otherwise by what is known now. */
  readonly misdated: boolean;
  /** How long it asks to wait. */
  readonly waitMs: number;
  /** The service's time at which the call left. */
  readonly askedAtMs: number;
  /** What the diagnostic said; null where that cannot be read. */
  readonly diagnosis: {
    readonly keyId: string;
    readonly effectiveScopes?: string[] | undefined;
    readonly policyVersion?: number | undefined;
    readonly applicationId?: string | undefined;
  } | null;
}

export type AcceptedKey = {
  readonly accepted: true;
  readonly evidence: Pick<
    EnrolmentEventBody<'enrolment-active'>,
    'evidence' | 'scopes' | 'policyVersion' | 'applicationId'
  >;
  readonly askedAtMs: number;
};

/** Whether the service accepts a key. */
export type KeyTrial =
  | AcceptedKey
  | ({ readonly accepted: false } & Pick<TrialAnswer, 'isBound' | 'misdated' | 'waitMs' | 'askedAtMs'>);

/** What the answer says of the key; errors where it says nothing of it. */
export function keyTrialOf(answer: TrialAnswer): Result<KeyTrial, Failure> {
  const { refusal, isBound, misdated, waitMs, askedAtMs } = answer;
  if (refusal === null) return diagnosed(answer);
  if (refusal.code === 'invalid_credentials') return ok({ accepted: false, isBound, misdated, waitMs, askedAtMs });
  // Permissions are looked at after the key was accepted; unbound, it could be the answer to another key's call.
  if (refusal.code === 'insufficient_scope' && isBound)
    return ok({ accepted: true, evidence: { evidence: 'scope_missing' }, askedAtMs });
  return err(refusal);
}

function diagnosed({ keyId, diagnosis, askedAtMs }: TrialAnswer): Result<AcceptedKey, Failure> {
  if (diagnosis === null) return err({ code: 'answer_unreadable' });
  if (diagnosis.keyId !== keyId) return err(detailed('answer_unreadable', 'another_key'));
  const { effectiveScopes: scopes, policyVersion, applicationId } = diagnosis;
  return ok({ accepted: true, evidence: { evidence: 'diagnosed', scopes, policyVersion, applicationId }, askedAtMs });
}

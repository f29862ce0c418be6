import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { ServiceKeysView } from '../../../src-shared/contract/schemas.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { hasEnded, type Enrolment } from './enrolment.ts';

/** What a person asks for who begins, beside what is known of it here. */
export interface Beginning {
  readonly validDays: number;
  readonly cidrs: readonly string[];
  /** The enrolment under the same invitation; null where there is none. */
  readonly earlier: Earlier | null;
  /** The key in use with this deployment. */
  readonly localIdInUse: string | null;
}

export interface Earlier {
  readonly enrolment: Enrolment;
  /** No other invitation was begun after it. */
  readonly isLatest: boolean;
  /** Its key: a keyring or a data key that was lost must not end all enrolling. */
  readonly key: 'none' | 'signs' | 'broken';
  /** The token that it was begun with, beside the one that is given now. */
  readonly token: 'same' | 'other' | 'unreadable';
}

/** `draft`: it is to be made durable, with this key where one is named, else with a new one. */
export type Begun = { readonly kind: 'goesOn' } | { readonly kind: 'draft'; readonly localId: string | null };

/**
 * Whether a beginning is the repetition of one that goes on. While a key is in use, another invitation begins the
 * enrolment of the one that is to replace it. Errors: `already_enrolled`.
 */
export function decideBeginning(beginning: Beginning): Result<Begun, Failure> {
  const { earlier, localIdInUse } = beginning;
  if (earlier === null) return ok({ kind: 'draft', localId: null });
  const { enrolment, isLatest } = earlier;
  if (localIdInUse !== null && enrolment.state === 'active')
    return enrolment.localId === localIdInUse
      ? ok({ kind: 'goesOn' })
      : err({ code: 'already_enrolled', field: 'invitation' });
  if (isLatest && goesOn(earlier, beginning)) return ok({ kind: 'goesOn' });
  // A restarted enrolment goes on with the key whose thumbprint was read out, as long as it can sign.
  const keepsKey = enrolment.state !== 'active' && isUsable(earlier);
  return ok({ kind: 'draft', localId: keepsKey ? enrolment.localId : null });
}

/** What was sent once is not changed, what was not sent yet follows the input. */
function goesOn(earlier: Earlier, { validDays, cidrs }: Beginning): boolean {
  const { enrolment, token } = earlier;
  const { waitsFor, attempts } = enrolment;
  if (hasEnded(enrolment) || !isUsable(earlier)) return false;
  // With a restart a new token may have come.
  if (waitsFor !== null && token === 'other') return false;
  if (attempts.submit.started) return true;
  return token === 'same' && enrolment.validDays === validDays && enrolment.cidrs.join() === cidrs.join();
}

function isUsable({ key, enrolment }: Earlier): boolean {
  return key === 'none' ? enrolment.state === 'draft' : key === 'signs';
}

/**
 * Where nobody confirmed a key of the service none of its signed answers could count, and the one that holds the
 * challenge comes only once.
 */
export function lacksServiceKey(view: ServiceKeysView | null, answersSigned: boolean): boolean {
  return answersSigned && view !== null && view.believed.length === 0;
}

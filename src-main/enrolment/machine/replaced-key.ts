import type { Failure } from '../../../src-shared/contract/codes.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { Enrolment } from './enrolment.ts';
import type { KeyTrial } from './key-trial.ts';
import { hasSurelyEnded } from './validity.ts';

/** A key that was replaced, as far as that decides when it is retired. */
export interface ReplacedKeyState {
  /** An order that is not settled is pinned to it. */
  readonly isPinned: boolean;
  readonly signs: boolean;
  /** The enrolment that made it; null where there is no record of one. */
  readonly enrolment: Enrolment | null;
}

/**
 * Whether it signs for nothing any more: no order is pinned to it, or it cannot sign or has ended. To retire a key
 * cannot be undone: it has ended only where both clocks say so, since each of them may be years ahead.
 */
export function isIdle(
  { isPinned, signs, enrolment }: ReplacedKeyState,
  { nowMs, serviceNowMs }: { readonly nowMs: number; readonly serviceNowMs: number },
): boolean {
  const hasEnded = enrolment !== null && hasSurelyEnded(enrolment, Math.min(serviceNowMs, nowMs));
  return !isPinned || !signs || hasEnded;
}

/**
 * Whether a person may retire it while it signs for orders: only where the service itself refuses it, so that it could
 * not settle them any more. Errors: `key_pending_orders`.
 */
export function mayRetire(trial: KeyTrial): Result<void, Failure> {
  return trial.accepted || !trial.isBound ? err({ code: 'key_pending_orders' }) : ok(undefined);
}

import type { Profile } from './profile.ts';
import { err, type Result } from './result.ts';

/**
 * "Errors" of the API. The document shows no status for four codes: these are theirs unless the profile says otherwise.
 */
export const refusalStatuses = {
  invalid_credentials: 401,
  invitation_invalid: 401,
  allowed_debt_consent_required: 402,
  insufficient_scope: 403,
  source_ip_not_allowed: 403,
  binding_not_authorized: 403,
  account_inactive: 403,
  purchase_not_allowed: 403,
  reveal_not_allowed: 403,
  wallet_not_granted: 404,
  resource_not_found: 404,
  card_not_found: 404,
  replay_detected: 409,
  idempotency_conflict: 409,
  insufficient_balance: 409,
  business_subscription_required: 409,
  wallet_disabled: 409,
  wallet_expired: 409,
  card_unavailable: 409,
  quantity_unavailable: 409,
  price_changed: 409,
  owner_limit_exceeded: 409,
  key_duplicate: 409,
  operation_processing: 409,
  validation_failed: 422,
  currency_not_supported: 422,
  key_proof_invalid: 422,
  invoice_reveal_limit_exceeded: 422,
  rate_limited: 429,
  daily_limit_exceeded: 429,
  internal_error: 500,
  dependency_unavailable: 503,
  request_timeout: 504,
} as const;

export type RefusalCode = keyof typeof refusalStatuses;

/** A field at fault: a JSON pointer into the body, or `/query/NAME`, `/headers/NAME`. */
export interface FieldError {
  readonly pointer: string;
  readonly code: string;
  /** The limit that a number is beyond. */
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface Refusal {
  readonly code: RefusalCode;
  /** For `purchase_not_allowed`, the one code with two statuses, and for what was refused before any route. */
  readonly status?: number;
  readonly detail?: string;
  readonly errors?: readonly FieldError[];
  readonly retryAfter?: RetryAfter;
}

/** When to come again, in either form of the field (RFC 9110 section 10.2.3). */
export interface RetryAfter {
  readonly seconds: number;
  readonly form: 'seconds' | 'http-date';
}

export function refuse(code: RefusalCode, detail?: string): Result<never, Refusal> {
  return err(detail === undefined ? { code } : { code, detail });
}

export function refuseField(
  pointer: string,
  code: string,
  limit: Pick<FieldError, 'minimum' | 'maximum'> = {},
): Result<never, Refusal> {
  return refuseFields([{ pointer, code, ...limit }]);
}

export function refuseFields(errors: readonly FieldError[]): Result<never, Refusal> {
  return err({ code: 'validation_failed', errors });
}

export function statusOf(refusal: Refusal, chosen: Profile['refusalStatuses']): number {
  return refusal.status ?? { ...refusalStatuses, ...chosen }[refusal.code];
}

import { approvalCodes, type ApprovalAsked } from './approval-kinds.ts';
import type { ChargedMoney } from './charges.ts';
import { complaintCodes } from './complaint-words.ts';
import { paymentCodes } from './payment-words.ts';

/** Every code that can cross a boundary: what the service refuses with, and what this counter says itself. */

/** The refusal codes of the partner API ("Errors"); the last four have no status shown. */
export const refusalCodes = [
  'invalid_credentials',
  'invitation_invalid',
  'insufficient_scope',
  'source_ip_not_allowed',
  'binding_not_authorized',
  'account_inactive',
  'purchase_not_allowed',
  'wallet_not_granted',
  'resource_not_found',
  'validation_failed',
  'currency_not_supported',
  'key_proof_invalid',
  'allowed_debt_consent_required',
  'replay_detected',
  'idempotency_conflict',
  'insufficient_balance',
  'business_subscription_required',
  'wallet_disabled',
  'wallet_expired',
  'card_unavailable',
  'quantity_unavailable',
  'price_changed',
  'owner_limit_exceeded',
  'key_duplicate',
  'rate_limited',
  'daily_limit_exceeded',
  'internal_error',
  'dependency_unavailable',
  'request_timeout',
  'card_not_found',
  'reveal_not_allowed',
  'invoice_reveal_limit_exceeded',
  'operation_processing',
] as const;
export type RefusalCode = (typeof refusalCodes)[number];

/** Those that stand before an order is looked up, by their status: they prove nothing about it. */
export const orderGates = {
  401: ['invalid_credentials'],
  403: ['insufficient_scope', 'source_ip_not_allowed', 'binding_not_authorized', 'account_inactive'],
  404: ['wallet_not_granted'],
} as const satisfies Readonly<Record<number, readonly RefusalCode[]>>;

/** Codes of this counter's own. Each has a sentence and a next action in every language. */
export const counterCodes = [
  // bad input or set-up
  'input_invalid',
  'profile_invalid',
  'profile_unreadable',
  'profile_signature_invalid',
  'deployment_required',
  'deployment_declined',
  'not_enrolled',
  'not_active',
  'already_enrolled',
  'operation_id_in_use',
  'operation_unknown',
  'operation_not_final',
  'operation_final',
  'not_cancellable',
  'card_unknown',
  'card_without_price',
  'same_sale_pending',
  'large_sale',
  'charge_changed',
  'records_not_reconciled',
  'enrolment_refused',
  'service_keys_unconfirmed',
  'codes_unavailable',
  'codes_not_shown',
  'codes_not_saved',
  'codes_saved_before',
  'key_pending_orders',
  'key_of_another_application',
  // journal and vault
  'journal_in_use',
  'journal_corrupt',
  'journal_not_writable',
  'journal_newer',
  'driver_unavailable',
  'passphrase_required',
  'passphrase_wrong',
  'vault_unavailable',
  'vault_missing',
  'vault_damaged',
  'sealing_unsafe',
  'seal_failed',
  // the way to the service
  'service_unreachable',
  'connection_lost',
  'answer_timeout',
  'answer_too_large',
  'answer_unverified',
  'answer_unreadable',
  'unknown_refusal',
  'clock_off',
  // the app itself
  'clipboard_unavailable',
  'printer_unavailable',
  'print_failed',
  'print_reason_required',
  'sandbox_failed',
  'not_allowed',
  'counter_bug',
  // people and their PINs
  'role_required',
  'person_required',
  'person_unknown',
  'pin_invalid',
  'pin_wrong',
  'pin_locked',
  'manager_needed',
  'name_taken',
  ...approvalCodes,
  // shifts and day ends
  'shift_open',
  'no_shift',
  ...complaintCodes,
  ...paymentCodes,
  // how an order, a check or a command stands, where a command line must say so
  'command_stopped',
  'check_stopped',
  'not_settled',
  'needs_attention',
  'order_failed',
  'order_cancelled',
] as const;
export type CounterCode = (typeof counterCodes)[number];

export type FailureCode = RefusalCode | CounterCode;

/** The secrets cannot be opened here, and the recovery phrase can put that right. */
export const recoverableCodes: readonly FailureCode[] = ['vault_unavailable', 'vault_damaged', 'passphrase_wrong'];

/**
 * The one error shape. `field` names the input at fault; `detail` is a code for engineers, never text from the service.
 */
export interface Failure {
  readonly code: FailureCode;
  readonly field?: string;
  readonly detail?: string;
  readonly operationId?: string;
  readonly requestId?: string;
  readonly httpStatus?: number;
  /** What the customer would have paid by the screen, and what it comes to. */
  readonly prices?: { readonly shown: ChargedMoney; readonly now: ChargedMoney };
  readonly approval?: ApprovalAsked;
  /** All that is wrong with a document, where more than one thing can be. */
  readonly faults?: { readonly field: string; readonly allowed: string }[];
}

/** So many days before a key ends, its end is announced; 0 when it may have ended. */
export const keyEndWarningDays = [30, 14, 7, 1, 0] as const;

export const orderStates = [
  'intended',
  'unknown',
  'accepted',
  'blocked',
  'waiting',
  'settling',
  'completed',
  'failed',
  'refused',
  'cancelled',
  'notBought',
  'attention',
] as const;
/** States of one operation, derived from its events (design, "Order engine"). */
export type OrderState = (typeof orderStates)[number];

export const finalStates: readonly OrderState[] = ['completed', 'failed', 'refused', 'cancelled', 'notBought'];

export const scopes = [
  'profile:read',
  'wallets:read',
  'catalogue:read',
  'orders:create',
  'orders:read',
  'cards:read',
  'cards:reveal',
  'diagnostics:use',
] as const;
export type Scope = (typeof scopes)[number];

/** Why a bare transport or an answer could not be verified; kept with the sealed bytes. */
export const unverifiedReasons = [
  'signature_missing',
  'signature_malformed',
  'signature_invalid',
  'unknown_key',
  'algorithm_mismatch',
  'digest_missing',
  'digest_mismatch',
  'component_not_covered',
  'not_bound',
  'stale',
  'content_coded',
  'another_answer_reused',
] as const;
export type UnverifiedReason = (typeof unverifiedReasons)[number];

/** What can stand in the timeline of an order; each has a sentence in every language. */
export const timelineKinds = [
  'intended',
  'attempt',
  'notSent',
  'noAnswer',
  'answerKept',
  'answerUnverified',
  'judged',
  'completed',
  'failed',
  'refused',
  'attention',
  'cancelled',
  'heldBack',
  'notBought',
  'decided',
  'keptWanted',
  'replaced',
  'revealAsked',
  'revealFailed',
  'codesRevealed',
  'codesShown',
  'codesCopied',
  'codesCopyFailed',
  'receiptSent',
  'receiptFailed',
  'receiptAnswered',
  'handedOver',
  'codesFileStarted',
  'codesFileFailed',
  'codesFileSaved',
  'codesKeptBack',
] as const;

/** Why an order needs a person; each is said in every language. */
export const attentionReasons = [
  'another_order',
  'order_unreadable',
  'refusal_not_bound',
  'unexpected_refusal',
  'idempotency_conflict',
  'pinned_differs',
  'body_unreadable',
  // bought, but not as meant
  'differs',
  'completed_and_failed',
  'bought_after_all',
  'failed_after_all',
  // it cannot be proved that nothing was bought
  'fence_not_declared',
  'fence_other_terms',
  'fence_no_known_order',
  'fence_known_order_missing',
  'fence_dated_ahead',
  'records_restored',
  'not_found_not_bound',
  'no_word',
] as const;
export type AttentionReason = (typeof attentionReasons)[number];

/** What a deployment file makes weaker than need be, or does not say; each with what it costs, in every language. */
export const profileNotes = [
  'order_uncovered',
  'refusals_unbound',
  'not_found_unbound',
  'no_pin',
  'fence_unsaid',
  'resend_unsaid',
] as const;
export type ProfileNote = (typeof profileNotes)[number];

/** What a person can decide about an order that needs one; each with its risk in every language. */
export const decisionChoices = ['resend', 'accept-not-bought', 'accept-as-bought'] as const;
export type DecisionChoice = (typeof decisionChoices)[number];

/** Why a receipt is printed again; each is said in every language. */
export const reprintReasons = ['not-printed', 'unreadable', 'lost', 'for-the-shop', 'other'] as const;
export type ReprintReason = (typeof reprintReasons)[number];

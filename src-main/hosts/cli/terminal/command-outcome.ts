import {
  refusalCodes,
  type CounterCode,
  type Failure,
  type FailureCode,
} from '../../../../src-shared/contract/codes.ts';
import { visible } from './visible.ts';

/**
 * 0 done; 1 bug; 2 bad input; 3 verified refusal; 4 not settled; 5 attention; 6 journal unavailable; 7 unreachable or
 * unverified read.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;

/**
 * What a command came to. With 3 to 5 there is a value beside the error. `shown` is the value as a person reads it,
 * where that is another.
 */
export type CommandOutcome =
  | { readonly exit: 0; readonly value: unknown; readonly shown?: unknown }
  | { readonly exit: Exclude<ExitCode, 0>; readonly error: Failure; readonly value?: unknown };

export function done(value: unknown): { readonly exit: 0; readonly value: unknown } {
  return { exit: 0, value };
}

export function failed(error: Failure): CommandOutcome {
  return { exit: exitOf(error), error };
}

const exits: Readonly<Record<CounterCode, Exclude<ExitCode, 0>>> = {
  input_invalid: 2,
  profile_invalid: 2,
  profile_unreadable: 2,
  profile_signature_invalid: 2,
  deployment_required: 2,
  deployment_declined: 2,
  not_enrolled: 2,
  not_active: 4,
  already_enrolled: 2,
  operation_id_in_use: 2,
  operation_unknown: 2,
  operation_not_final: 2,
  operation_final: 2,
  not_cancellable: 2,
  card_unknown: 2,
  card_without_price: 2,
  same_sale_pending: 2,
  large_sale: 2,
  charge_changed: 2,
  records_not_reconciled: 6,
  enrolment_refused: 3,
  service_keys_unconfirmed: 2,
  codes_unavailable: 5,
  codes_not_shown: 2,
  codes_not_saved: 2,
  codes_saved_before: 2,
  key_pending_orders: 2,
  key_of_another_application: 3,
  journal_in_use: 6,
  journal_corrupt: 6,
  journal_not_writable: 6,
  journal_newer: 6,
  driver_unavailable: 6,
  passphrase_required: 6,
  passphrase_wrong: 6,
  vault_unavailable: 6,
  vault_missing: 6,
  vault_damaged: 6,
  sealing_unsafe: 6,
  seal_failed: 6,
  service_unreachable: 7,
  connection_lost: 7,
  answer_timeout: 7,
  answer_too_large: 7,
  answer_unverified: 7,
  clock_off: 7,
  answer_unreadable: 7,
  unknown_refusal: 3,
  clipboard_unavailable: 2,
  printer_unavailable: 2,
  print_failed: 2,
  print_reason_required: 2,
  sandbox_failed: 1,
  not_allowed: 2,
  counter_bug: 1,
  role_required: 2,
  person_required: 2,
  person_unknown: 2,
  pin_invalid: 2,
  pin_wrong: 2,
  pin_locked: 2,
  manager_needed: 2,
  name_taken: 2,
  approval_required: 2,
  approval_void: 2,
  limit_exceeded: 2,
  shift_open: 2,
  no_shift: 2,
  payments_not_noted: 2,
  payment_changed: 2,
  more_than_paid: 2,
  sale_unfinished: 2,
  sale_handed_over: 2,
  sale_void: 2,
  money_back_may_exist: 2,
  complaint_exists: 2,
  complaint_changed: 2,
  note_holds_code: 2,
  card_replaced: 2,
  replacement_pending: 2,
  replacement_may_exist: 2,
  command_stopped: 4,
  check_stopped: 4,
  not_settled: 4,
  needs_attention: 5,
  order_failed: 3,
  order_cancelled: 3,
};

/** A refusal code that came with no answer is a check of our own on the input. */
function exitOf(error: Failure): Exclude<ExitCode, 0> {
  if (isRefusal(error.code)) return error.httpStatus === undefined ? 2 : 3;
  return exits[error.code];
}

function isRefusal(code: FailureCode): code is Exclude<FailureCode, CounterCode> {
  return refusalCodes.some((known) => known === code);
}

/**
 * The one line of `--json`: exactly the members that the command line promises. A detail for engineers goes to stderr.
 */
export function jsonLine(outcome: CommandOutcome): string {
  // Within JSON these escapes stand for the very same text.
  return visible(JSON.stringify(lineOf(outcome)));
}

function lineOf(outcome: CommandOutcome): object {
  if (outcome.exit === 0) return { ok: true, value: outcome.value };
  const value = outcome.exit >= 3 && outcome.exit <= 5 ? (outcome.value ?? null) : outcome.value;
  return { ok: false, error: promised(outcome.error), value };
}

/**
 * The members of an error that the command line promises, in their order; those that are not there stay `undefined`.
 */
export function promised({ code, field, operationId, requestId, httpStatus }: Failure) {
  return { code, field, operationId, requestId, httpStatus };
}

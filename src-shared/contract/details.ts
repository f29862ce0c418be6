import { unverifiedReasons, type Failure, type FailureCode } from './codes.ts';

/**
 * All details of the codes where a screen or a rule goes by one. Only those of a journal have others too: SQLite's and
 * the system's codes, and the number of an event. SQLite's and the system's codes are read by `writeTroubleOf` alone.
 */
export const details = {
  answer_unreadable: [
    'another_key',
    'cards_unreadable',
    'challenge',
    'cursor_repeated',
    'key_set',
    'sealed_record',
    'too_many_pages',
    'wallets_unreadable',
  ],
  answer_unverified: unverifiedReasons,
  codes_unavailable: [
    'answer_missing',
    'card_not_in_answer',
    'card_not_in_order',
    'locked_until_reconciled',
    'no_invoice',
    'not_completed',
    'other_cards',
    'purged',
    'to_reveal',
  ],
  invitation_invalid: ['answer_lost'],
  // The last two are what is found while the counter is open and its next start may mend.
  journal_corrupt: ['empty', 'index', 'operations'],
  journal_not_writable: ['no_space', 'too_many_under_way'],
  key_duplicate: ['answer_lost'],
  print_failed: ['not_drawn', 'printer_gone', 'refused'],
  profile_unreadable: [
    'missing',
    'nobody_writes',
    'not_a_file',
    'not_permitted',
    'not_text',
    'too_large',
    'unreadable',
  ],
  role_required: ['cashier', 'manager'],
  same_sale_pending: ['codes_not_shown'],
  vault_damaged: ['data_key', 'envelope', 'wrapped_key'],
  vault_unavailable: [
    'envelope_not_written',
    'envelope_unreadable',
    'key_missing',
    'keyring_malformed',
    'keyring_not_written',
    'keyring_unreadable',
    'no_recovery',
    'sealer_changed',
    'sealer_unavailable',
    'staff_unreadable',
  ],
} as const satisfies Partial<Record<FailureCode, readonly string[]>>;

type DetailedCode = keyof typeof details;
export type DetailOf<C extends DetailedCode> = (typeof details)[C][number];

/** A failure whose detail decides something. */
export function detailed<C extends DetailedCode>(
  code: C,
  detail: DetailOf<C>,
): { readonly code: C; readonly detail: DetailOf<C> } {
  return { code, detail };
}

/** A failure whose detail comes from the records, where another version may have written one that is not listed. */
export function detailedAsRecorded<C extends DetailedCode>(
  code: C,
  detail: string,
): { readonly code: C; readonly detail: string } {
  return { code, detail };
}

/** Whether a failure is of this code and says this detail. */
export function hasDetail<C extends DetailedCode>(
  failure: Pick<Failure, 'code' | 'detail'> | null | undefined,
  code: C,
  detail: DetailOf<C>,
): boolean {
  return failure?.code === code && failure.detail === detail;
}

import type { Failure, FailureCode } from './codes.ts';

/**
 * The details by which a screen or a rule goes. Each belongs to one code. Where a reason is passed on as a detail
 * (SQLite's result codes, why an answer is unverified), its own list is where it comes from.
 */
export const details = {
  answer_unreadable: ['too_many_pages'],
  answer_unverified: ['stale'],
  codes_unavailable: ['card_not_in_order', 'locked_until_reconciled', 'other_cards', 'purged'],
  journal_corrupt: ['empty'],
  print_failed: ['refused'],
  profile_unreadable: ['too_large'],
  same_sale_pending: ['codes_not_shown'],
  vault_unavailable: ['sealer_changed', 'sealer_unavailable'],
} as const satisfies Partial<Record<FailureCode, readonly string[]>>;

type DetailedCode = keyof typeof details;
type DetailOf<C extends DetailedCode> = (typeof details)[C][number];

/** A failure whose detail decides something. */
export function detailed<C extends DetailedCode>(
  code: C,
  detail: DetailOf<C>,
): { readonly code: C; readonly detail: DetailOf<C> } {
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

import { orderGates, type RefusalCode } from '../../../src-shared/contract/codes.ts';

/**
 * Where an operation stands when an answer arrives: has it an unresolved attempt, or did the service acknowledge it?
 */
export type Position = 'first' | 'afterUnknown' | 'afterAccepted';

/**
 * What a refusal means for the operation. `refused` needs the answer to be bound to this very request and becomes
 * `attention` otherwise; `stays` moves nothing.
 */
export type Meaning = 'refused' | 'blocked' | 'waiting' | 'unknown' | 'settling' | 'attention' | 'stays';

export interface RefusalRow {
  readonly codes: readonly RefusalCode[];
  /** The status the code comes with; null where the API shows none. */
  readonly status: readonly number[] | null;
  readonly meanings: Readonly<Record<Position, Meaning>>;
  /** Positions after which the order is read next, without codes, before anything is sent again. */
  readonly thenRead: readonly Position[];
}

const everywhere: readonly Position[] = ['first', 'afterUnknown', 'afterAccepted'];

/**
 * Refusals of an order, keyed by code *and* status (design, "Interpretation"). Anything not found here is `unlisted`.
 */
export const refusalTable: readonly RefusalRow[] = [
  // A gate stands before the order is looked up, so it proves nothing about an attempt whose outcome is open.
  ...Object.entries(orderGates).map(([status, codes]) =>
    row(codes, [Number(status)], ['blocked', 'blocked', 'stays'], ['afterAccepted']),
  ),
  row(['purchase_not_allowed'], [403], ['refused', 'settling', 'stays'], ['afterAccepted']),
  row(['rate_limited'], [429], ['waiting', 'unknown', 'stays'], []),
  row(['internal_error'], [500], ['unknown', 'unknown', 'stays'], []),
  row(['dependency_unavailable'], [503], ['unknown', 'unknown', 'stays'], []),
  row(['request_timeout'], [504], ['unknown', 'unknown', 'stays'], []),
  // A copy of this very request got through: its outcome is open, not refused.
  row(['replay_detected'], [409], ['unknown', 'unknown', 'stays'], []),
  // May speak of another operation of the account.
  row(['operation_processing'], null, ['unknown', 'unknown', 'stays'], ['first', 'afterUnknown']),
  row(['purchase_not_allowed'], [409], ['refused', 'settling', 'stays'], ['afterAccepted']),
  row(['resource_not_found'], [404], ['refused', 'settling', 'stays'], ['afterAccepted']),
  row(['validation_failed', 'currency_not_supported'], [422], ['refused', 'settling', 'stays'], ['afterAccepted']),
  row(['allowed_debt_consent_required'], [402], ['refused', 'settling', 'stays'], ['afterAccepted']),
  row(
    [
      'insufficient_balance',
      'business_subscription_required',
      'wallet_disabled',
      'wallet_expired',
      'card_unavailable',
      'quantity_unavailable',
      'price_changed',
      'owner_limit_exceeded',
    ],
    [409],
    ['refused', 'settling', 'stays'],
    ['afterAccepted'],
  ),
  row(['daily_limit_exceeded'], [429], ['refused', 'settling', 'stays'], ['afterAccepted']),
  row(['idempotency_conflict'], [409], ['attention', 'attention', 'attention'], everywhere),
];

/**
 * A verified answer that the table does not list, codes of other calls among them: a 5xx leaves the outcome open,
 * anything else is for a person.
 */
const unlistedServerError: Readonly<Record<Position, Meaning>> = {
  first: 'unknown',
  afterUnknown: 'unknown',
  afterAccepted: 'stays',
};
const unlistedOther: Readonly<Record<Position, Meaning>> = {
  first: 'attention',
  afterUnknown: 'attention',
  afterAccepted: 'attention',
};

/** The meaning of a refusal `code` that came with `status`, and whether to read the order next. */
export function meaningOf(
  code: string | null,
  status: number,
  position: Position,
): { readonly meaning: Meaning; readonly thenRead: boolean } {
  const found = refusalTable.find(
    (candidate) =>
      candidate.codes.some((known) => known === code) &&
      (candidate.status === null || candidate.status.includes(status)),
  );
  if (found !== undefined) return { meaning: found.meanings[position], thenRead: found.thenRead.includes(position) };
  return { meaning: (status >= 500 ? unlistedServerError : unlistedOther)[position], thenRead: false };
}

/** Whether a code stands before all orders, so that it says nothing of this one. */
export function isGate(code: string): boolean {
  return refusalTable.some(
    ({ codes, meanings }) => meanings.first === 'blocked' && codes.some((known) => known === code),
  );
}

function row(
  codes: readonly RefusalCode[],
  status: readonly number[] | null,
  [first, afterUnknown, afterAccepted]: readonly [Meaning, Meaning, Meaning],
  thenRead: readonly Position[],
): RefusalRow {
  return { codes, status, meanings: { first, afterUnknown, afterAccepted }, thenRead };
}

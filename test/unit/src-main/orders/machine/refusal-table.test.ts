import { describe, expect, it } from 'vitest';
import { meaningOf, refusalTable, type Position } from '../../../../../src-main/orders/machine/refusal-table.ts';
import { refusalCodes, type RefusalCode } from '../../../../../src-shared/contract/codes.ts';
import { boundToOrder, interpretJudged, verified } from '../answer-samples.ts';
import { intent, operationId } from '../order-samples.ts';

/**
 * What an answer comes to: the outcome, a colon and the reason for `attention`, and `+read` where the order is read
 * next.
 */
type Row = readonly [code: RefusalCode, status: number, first: string, afterUnknown: string, afterAccepted: string];

// The design's refusal table, written out once more: code by code, with the statuses of the API's "Errors".
const gate = ['blocked', 'blocked', 'nothing+read'] as const;
const refusal = ['refused', 'settling', 'nothing+read'] as const;
const open = ['unknown', 'unknown', 'nothing'] as const;
const conflict = [
  'attention:idempotency_conflict+read',
  'attention:idempotency_conflict+read',
  'attention:idempotency_conflict+read',
] as const;
const strange = [
  'attention:unexpected_refusal',
  'attention:unexpected_refusal',
  'attention:unexpected_refusal',
] as const;
const elsewhere = ['unknown+read', 'unknown+read', 'nothing'] as const;

const shown: readonly Row[] = [
  ['invalid_credentials', 401, ...gate],
  ['invitation_invalid', 401, ...strange],
  ['insufficient_scope', 403, ...gate],
  ['source_ip_not_allowed', 403, ...gate],
  ['binding_not_authorized', 403, ...gate],
  ['account_inactive', 403, ...gate],
  ['purchase_not_allowed', 403, ...refusal],
  ['purchase_not_allowed', 409, ...refusal],
  ['wallet_not_granted', 404, ...gate],
  ['resource_not_found', 404, ...refusal],
  ['validation_failed', 422, ...refusal],
  ['currency_not_supported', 422, ...refusal],
  ['key_proof_invalid', 422, ...strange],
  ['allowed_debt_consent_required', 402, ...refusal],
  ['replay_detected', 409, ...open],
  ['idempotency_conflict', 409, ...conflict],
  ['insufficient_balance', 409, ...refusal],
  ['business_subscription_required', 409, ...refusal],
  ['wallet_disabled', 409, ...refusal],
  ['wallet_expired', 409, ...refusal],
  ['card_unavailable', 409, ...refusal],
  ['quantity_unavailable', 409, ...refusal],
  ['price_changed', 409, ...refusal],
  ['owner_limit_exceeded', 409, ...refusal],
  ['key_duplicate', 409, ...strange],
  ['rate_limited', 429, 'waiting', 'unknown', 'nothing'],
  ['daily_limit_exceeded', 429, ...refusal],
  ['internal_error', 500, ...open],
  ['dependency_unavailable', 503, ...open],
  ['request_timeout', 504, ...open],
];

/** Their status is not shown, so that each is tried with several. */
const notShown: readonly Row[] = [404, 409, 422].flatMap((status): readonly Row[] => [
  ['card_not_found', status, ...strange],
  ['reveal_not_allowed', status, ...strange],
  ['invoice_reveal_limit_exceeded', status, ...strange],
  ['operation_processing', status, ...elsewhere],
]);

const positions = ['first', 'afterUnknown', 'afterAccepted'] as const satisfies readonly Position[];

function judge(code: string | undefined, status: number, position: Position, bound: readonly string[] = boundToOrder) {
  const body = code === undefined ? 'no problem body' : { code };
  return interpretJudged({
    judged: verified({ status, body, bound }),
    call: 'createPartnerOrder',
    position,
    operationId,
    intent,
    intentOf: () => null,
    signatureUsedBy: null,
  });
}

function meaning(code: string | undefined, status: number, position: Position, bound?: readonly string[]): string {
  const { verdict, thenRead } = judge(code, status, position, bound);
  return `${verdict.outcome}${verdict.outcome === 'attention' ? `:${verdict.reason}` : ''}${thenRead ? '+read' : ''}`;
}

function cells(rows: readonly Row[]) {
  return rows.flatMap(([code, status, ...outcomes]) =>
    positions.map((position, index) => ({ code, status, position, outcome: outcomes[index] ?? '' })),
  );
}

describe('the refusal table', () => {
  it('is walked with all 33 codes: 29 with 30 statuses shown, and 4 whose status is not', () => {
    expect(new Set(shown.map(([code]) => code)).size).toBe(29);
    expect(new Set([...shown, ...notShown].map(([code]) => code))).toEqual(new Set(refusalCodes));
    expect(refusalCodes).toHaveLength(33);
  });

  it.each(cells(shown))('$code $status, $position: $outcome', ({ code, status, position, outcome }) => {
    expect(meaning(code, status, position)).toBe(outcome);
  });

  it.each(cells(notShown))('$code with status $status, $position: $outcome', ({ code, status, position, outcome }) => {
    expect(meaning(code, status, position)).toBe(outcome);
  });

  it.each(cells(shown).filter(({ outcome }) => outcome === 'refused'))(
    '$code $status that nothing binds to the request refuses nothing',
    ({ code, status, position }) => {
      expect(meaning(code, status, position, ['@method', '@path', 'content-digest'])).toBe(
        'attention:refusal_not_bound',
      );
    },
  );

  const gates = ['blocked', 'waiting'];

  it.each(cells(shown).filter(({ outcome }) => gates.includes(outcome)))(
    '$code $status, $position, that nothing binds to the request leaves open what this one did',
    ({ code, status, position }) => {
      expect(judge(code, status, position, ['@method', '@path', 'content-digest']).verdict).toEqual({
        outcome: 'unknown',
        code,
      });
    },
  );

  it.each(cells(shown).filter(({ outcome }) => outcome !== 'refused' && !gates.includes(outcome)))(
    '$code $status, $position, unbound: still $outcome',
    ({ code, status, position, outcome }) => {
      expect(meaning(code, status, position, [])).toBe(outcome);
    },
  );

  it.each([['nonce'], ['idempotency-key']])('a refusal is bound by %s alone', (component) => {
    expect(meaning('price_changed', 409, 'first', [component])).toBe('refused');
  });

  it.each(positions)('a code that nobody knows, %s: a person decides', (position) => {
    expect(meaning('brand_new_code', 418, position)).toBe('attention:unexpected_refusal');
    expect(meaning(undefined, 400, position)).toBe('attention:unexpected_refusal');
    expect(meaning('rate_limited', 308, position)).toBe('attention:unexpected_refusal');
  });

  it.each(cells(shown).filter(({ status }) => status < 500))(
    '$code with another 4xx status than its own ($position) is for a person',
    ({ code, position }) => {
      expect(meaning(code, 418, position)).toBe(
        code === 'idempotency_conflict' ? 'attention:idempotency_conflict' : 'attention:unexpected_refusal',
      );
    },
  );

  it.each(cells(shown).filter(({ code }) => code !== 'operation_processing'))(
    '$code with a 5xx that is not its own, $position: the outcome is open',
    ({ code, position }) => {
      expect(meaning(code, 507, position)).toBe(position === 'afterAccepted' ? 'nothing' : 'unknown');
    },
  );

  it('lists a code and status once only', () => {
    const keys = refusalTable.flatMap(({ codes, status }) =>
      codes.flatMap((code) => (status ?? [0]).map((one) => `${code} ${one}`)),
    );
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('keeps the code with every verdict that names one', () => {
    for (const [code, status] of shown) {
      const { verdict } = judge(code, status, 'first');
      expect('code' in verdict ? verdict.code : null).toBe(code);
    }
  });

  it('leaves the outcome of a code that nobody knows open from status 500 on', () => {
    const meanings = [499, 500].map((status) => meaningOf('brand_new_code', status, 'first').meaning);
    expect(meanings).toEqual(['attention', 'unknown']);
  });
});

import { describe, expect, it } from 'vitest';
import type { RawAnswer } from '../../../../src-main/core/ports.ts';
import {
  createLastCalls,
  lastCallCause,
  type LastCalls,
  type UntriedCall,
} from '../../../../src-main/diagnostics/last-calls.ts';
import type { Judged } from '../../../../src-main/partner-api/judge.ts';
import type { OperationName } from '../../../../src-main/partner-api/operations/table.ts';
import type { PreparedRequest } from '../../../../src-main/partner-api/request.ts';

const place = (profileHash = 'a', texts = new Map<UntriedCall, string>()) => {
  const clock = { nowMs: 1_000_000 };
  return {
    texts,
    clock,
    open: (): LastCalls =>
      createLastCalls({
        profileHash,
        nowMs: () => clock.nowMs,
        read: (call) => texts.get(call) ?? null,
        keep: (call, text) => void texts.set(call, text),
      }),
  };
};

function called(operation: OperationName, query = ''): PreparedRequest {
  return {
    operation,
    url: `https://service.example/v1/x${query}`,
    headers: operation === 'createPartnerOrder' ? [['Idempotency-Key', '1']] : [],
    body: null,
    nonce: null,
    datedMs: 0,
    createdAtSeconds: 0,
    expiresAtSeconds: 0,
  };
}

function answered(status: number, body: object | string): RawAnswer {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers: [], body: new TextEncoder().encode(text) };
}

function verified({ status, body }: RawAnswer): Judged {
  return {
    kind: 'verified',
    status,
    body,
    header: () => null,
    bound: new Set(),
    createdAtSeconds: 0,
    serviceKeyId: 'k',
    signatureSha256: 's',
  };
}

const order = called('createPartnerOrder');
const cards = called('getPartnerCatalogueSubcategoryCards');
const page = answered(403, '<html>Blocked</html>');
const unsigned: Judged = { kind: 'unverified', reason: 'signature_missing' };
const refusal = answered(401, { code: 'invalid_credentials' });

function causeOf(calls: LastCalls): string | null {
  const troubles = calls.troubles();
  return (lastCallCause(troubles, 'sure') ?? lastCallCause(troubles, 'others'))?.cause ?? null;
}

function after(prepared: PreparedRequest, judged: Judged, raw: RawAnswer): LastCalls {
  const calls = place().open();
  calls.heard(prepared, judged, raw);
  return calls;
}

const unverified = (reason: Extract<Judged, { kind: 'unverified' }>['reason'], component?: string): Judged => ({
  kind: 'unverified',
  reason,
  ...(component === undefined ? {} : { component }),
});

describe('what went wrong with the last of the calls that are never tried', () => {
  it.each([
    ['a page of something else', unsigned, page, 'call_blocked'],
    ['a page that says busy', unsigned, answered(504, '<html>'), 'service_busy'],
    ['too many calls for a gateway', unsigned, answered(429, '<html>'), 'service_busy'],
    ['an answer of the service without its signature', unsigned, refusal, 'answer_changed'],
    ['other content', unverified('digest_mismatch'), answered(201, {}), 'answer_changed'],
    ['another status', unverified('signature_invalid'), answered(200, {}), 'answer_changed'],
    ['a refusal over another request', unverified('signature_invalid'), refusal, 'request_changed'],
    [
      'a refusal that does not name the key',
      unverified('not_bound', 'idempotency-key;req'),
      refusal,
      'request_changed',
    ],
    ['a success that does not name it', unverified('not_bound', 'idempotency-key;req'), answered(201, {}), null],
    ['a refusal that leaves out a part of itself', unverified('component_not_covered', 'x-request-id'), refusal, null],
    ['a new key of the service', unverified('unknown_key'), answered(201, {}), 'service_key_unknown'],
    ['an error inside the service', verified(answered(500, { code: 'internal_error' })), page, 'service_busy'],
    ['a closed wallet', verified(answered(404, { code: 'wallet_not_granted' })), page, 'wallet_refused'],
    ['a refusal of its form', verified(refusal), refusal, null],
    ['a rule of the shop', verified(answered(409, { code: 'insufficient_balance' })), page, null],
    ['a success', verified(answered(201, {})), page, null],
  ])('%s', (_, judged, raw, cause) => {
    expect(causeOf(after(order, judged, raw))).toBe(cause);
  });

  it('takes the word of the service for what did not arrive, or not as it was', () => {
    const says = (detail: string) => verified(answered(401, { code: 'invalid_credentials', detail }));
    const lost = after(order, says('the request must carry idempotency-key exactly once'), refusal).troubles();
    expect(lastCallCause(lost, 'sure')).toEqual({
      cause: 'request_changed',
      fields: [],
      evidence: [
        { kind: 'lastCall', facts: { call: 'POST /v1/wallets/{walletId}/orders', outcome: 'refused' } },
        { kind: 'takenOut', facts: { component: 'idempotency-key' } },
      ],
    });
    const other = after(order, says('Content-Digest is not the digest of the body'), refusal).troubles();
    expect(lastCallCause(other, 'sure')?.cause).toBe('body_changed');
    expect(lastCallCause(other, 'others')).toBeNull();
  });

  it('names the query of a further page, and how a cursor is written besides', () => {
    const calls = after(called('getPartnerOwnedCards', '?cursor=A'), unverified('signature_invalid'), refusal);
    expect(lastCallCause(calls.troubles(), 'others')).toMatchObject({
      fields: ['request.cursorEncoding'],
      evidence: [{ kind: 'lastCall' }, { kind: 'changedOnTheWay', facts: { component: '@query' } }],
    });
  });

  it('says every call that has the trouble of the weightiest', () => {
    const calls = after(cards, unsigned, page);
    calls.heard(order, unsigned, page);
    calls.heard(called('getPartnerWallet'), verified(answered(503, { code: 'dependency_unavailable' })), page);
    expect(
      lastCallCause(calls.troubles(), 'others')?.evidence.map(({ facts }) => facts['call'] ?? facts['status']),
    ).toEqual([
      'POST /v1/wallets/{walletId}/orders',
      403,
      'GET /v1/wallets/{walletId}/catalog/subcategories/{subcategoryId}/cards',
      403,
    ]);
  });

  it('takes no answer for a pattern only twice in a row, and a connection that never came up for none', () => {
    const calls = place().open();
    for (const fault of ['not_sent', 'not_sent', 'connection_lost'] as const) calls.unanswered(order, fault);
    expect(causeOf(calls)).toBeNull();
    calls.unanswered(order, 'connection_lost');
    expect(causeOf(calls)).toBe('call_blocked');
    calls.unanswered(order, 'answer_timeout');
    expect(causeOf(calls)).toBeNull();
    calls.unanswered(order, 'answer_timeout');
    expect(causeOf(calls)).toBe('no_answer');
  });

  it('forgets it when the call is answered, when calls that are tried have it too, and after a while', () => {
    const { clock, open } = place();
    const calls = open();
    calls.heard(order, unsigned, page);
    calls.heard(order, verified(answered(201, {})), page);
    expect(causeOf(calls)).toBeNull();
    calls.heard(order, unsigned, page);
    calls.heard(called('getPartnerWallets'), verified(answered(500, { code: 'internal_error' })), page);
    expect(causeOf(calls)).toBe('call_blocked');
    calls.heard(called('getPartnerWallets'), unsigned, page);
    expect(causeOf(calls)).toBeNull();
    calls.heard(order, unsigned, page);
    calls.heard(cards, verified(answered(500, { code: 'internal_error' })), page);
    clock.nowMs += 15 * 60_000 + 1;
    expect(calls.troubles().map(({ call }) => call)).toEqual(['createPartnerOrder']);
    clock.nowMs += 45 * 60_000;
    expect(causeOf(calls)).toBeNull();
  });

  it('is known to the next run under the same profile, and to none under another', () => {
    const { open, texts } = place();
    open().heard(order, unsigned, page);
    expect(causeOf(open())).toBe('call_blocked');
    expect(causeOf(place('b', texts).open())).toBeNull();
    texts.set('createPartnerOrder', 'no record');
    expect(causeOf(open())).toBeNull();
  });

  it('keeps nothing of what an answer says but its code', () => {
    const { open, texts } = place();
    open().heard(order, unverified('digest_mismatch'), answered(201, { soldCards: [{ voucher: 'CANARY-1' }] }));
    open().heard(cards, verified(answered(500, { code: 'internal_error', detail: 'CANARY-2' })), page);
    expect([...texts.values()].join(' ')).not.toContain('CANARY');
  });
});

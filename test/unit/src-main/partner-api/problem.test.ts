import { describe, expect, it } from 'vitest';
import type { Verified } from '../../../../src-main/partner-api/judge.ts';
import {
  clockNamed,
  failureOf,
  isRefusalCode,
  readProblem,
  refusalOf,
  unverifiedFailure,
} from '../../../../src-main/partner-api/problem.ts';

function answer(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Verified {
  return {
    kind: 'verified',
    status,
    body: new TextEncoder().encode(JSON.stringify(body)),
    header: (name) => headers[name] ?? null,
    bound: new Set(),
    createdAtSeconds: 0,
    serviceKeyId: 'service-1',
    signatureSha256: 'hash',
  };
}

describe('a problem', () => {
  it('is its code and the first member at fault', () => {
    const body = {
      code: 'validation_failed',
      errors: [{}, { pointer: '/expectedTotal/amount' }, { pointer: '/quantity' }],
    };
    expect(readProblem(answer(422, body))).toEqual({ code: 'validation_failed', field: 'expectedTotal.amount' });
    expect(refusalOf(answer(422, body, { 'x-request-id': 'r-1' }))).toEqual({
      code: 'validation_failed',
      field: 'expectedTotal.amount',
      httpStatus: 422,
      requestId: 'r-1',
    });
  });

  it.each(['card_not_found', 'reveal_not_allowed', 'invoice_reveal_limit_exceeded', 'operation_processing'])(
    'of the code %s is that code with any status',
    (code) => {
      for (const status of [400, 403, 404, 409, 410, 422, 425, 429, 499, 500, 503])
        expect(refusalOf(answer(status, { code, later: 'addition' }))).toEqual({ code, httpStatus: status });
    },
  );

  it('of a code that a later version adds is said to be unknown', () => {
    expect(refusalOf(answer(409, { code: 'card_recalled' }))).toEqual({ code: 'unknown_refusal', httpStatus: 409 });
  });

  it('names no field when the whole body is at fault', () => {
    expect(refusalOf(answer(422, { code: 'validation_failed', errors: [{ pointer: '' }] }))).toEqual({
      code: 'validation_failed',
      httpStatus: 422,
    });
  });

  it.each([
    [{ errors: [{ field: 'quantity' }] }, 'quantity'],
    [{ errors: [{ header: 'Nonce' }] }, 'Nonce'],
    [{ errors: [{ field: 'headers/nonce' }] }, 'headers.nonce'],
    [{ errors: [{ parameter: 'cursor' }] }, 'cursor'],
    [{ errors: [{ pointer: '#/expectedTotal/amount' }] }, 'expectedTotal.amount'],
    [{ field: 'quantity' }, 'quantity'],
    [{ pointer: '/quantity', errors: [] }, 'quantity'],
    [{ pointer: '/quantity', errors: 'none' }, 'quantity'],
  ])('names the field at fault under other names too: %j', (fault, field) => {
    expect(refusalOf(answer(422, { code: 'validation_failed', ...fault }))).toMatchObject({ field });
  });

  it('keeps its code when the rest is of another shape', () => {
    expect(readProblem(answer(409, { code: 'price_changed', errors: 'none' }))).toEqual({
      code: 'price_changed',
      field: null,
    });
  });

  it('keeps its code when a member of the rest cannot even be measured', () => {
    const hostile = { length: [{ toString: 0 }] };
    expect(readProblem(answer(409, { code: 'price_changed', errors: [{ pointer: hostile }] }))).toEqual({
      code: 'price_changed',
      field: null,
    });
    expect(readProblem(answer(409, { code: hostile }))).toBeNull();
  });

  it.each([[{}], [{ code: '' }], [{ code: 409 }], [{ code: 'x'.repeat(101) }], [[]], [null]])(
    'is none in %j',
    (body) => {
      expect(readProblem(answer(409, body))).toBeNull();
      expect(refusalOf(answer(409, body))).toEqual({ code: 'answer_unreadable', httpStatus: 409 });
    },
  );

  it('with a code of a later version is a refusal that we do not know', () => {
    expect(refusalOf(answer(418, { code: 'teapot' }))).toEqual({ code: 'unknown_refusal', httpStatus: 418 });
    expect(isRefusalCode('teapot')).toBe(false);
    expect(isRefusalCode('price_changed')).toBe(true);
  });
});

describe('the failure of a call', () => {
  it('is why its answer was not verified', () => {
    expect(failureOf({ kind: 'unverified', reason: 'signature_invalid' })).toEqual({
      code: 'answer_unverified',
      detail: 'signature_invalid',
    });
  });

  it('is none for a verified success', () => {
    expect([200, 201, 202, 204].map((status) => failureOf(answer(status, {})))).toEqual([null, null, null, null]);
    expect(failureOf(answer(304, {}))).not.toBeNull();
  });

  it('repeats no more of a request id than a hundred characters', () => {
    expect(
      failureOf(answer(500, { code: 'internal_error' }, { 'x-request-id': 'i'.repeat(5000) }))?.requestId,
    ).toHaveLength(100);
  });
});

describe('an answer that is not verified', () => {
  it('is a failure with its reason, and with the component that is not covered', () => {
    expect(failureOf({ kind: 'unverified', reason: 'stale' })).toStrictEqual({
      code: 'answer_unverified',
      detail: 'stale',
    });
    expect(unverifiedFailure({ kind: 'unverified', reason: 'component_not_covered', component: '"@status"' })).toEqual({
      code: 'answer_unverified',
      detail: 'component_not_covered',
      field: '"@status"',
    });
  });

  it("for its age speaks of this machine's clock, until the service's time is known", () => {
    const stale = { code: 'answer_unverified', detail: 'stale' } as const;
    const [unknown, known] = [null, 0].map((offset) => ({ serviceClock: { offsetMs: () => offset } }));
    if (unknown === undefined || known === undefined) throw new Error('two clocks');
    expect(clockNamed(unknown, stale)).toEqual({ code: 'clock_off', detail: 'stale' });
    expect(clockNamed(known, stale)).toEqual(stale);
    for (const other of [
      { code: 'answer_unverified', detail: 'unknown_key' },
      { code: 'rate_limited', detail: 'stale' },
    ] as const)
      expect(clockNamed(unknown, other)).toEqual(other);
  });

  it('and one that is, with a success, is none', () => {
    expect([200, 204, 299].map((status) => failureOf(answer(status, {})))).toEqual([null, null, null]);
    expect([199, 300].map((status) => failureOf(answer(status, { code: 'rate_limited' }))?.code)).toEqual([
      'rate_limited',
      'rate_limited',
    ]);
  });
});

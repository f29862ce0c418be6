import { describe, expect, it } from 'vitest';
import { looksStale, trustedAnswer, type JudgedAnswer } from '../../../../../src-main/enrolment/machine/answer.ts';

const unsigned = {
  kind: 'unverified',
  reason: 'signature_missing',
  failure: { code: 'answer_unverified', detail: 'signature_missing' },
  httpStatus: 200,
  isJsonObject: true,
  problemCode: null,
} as const;
const refused = { ...unsigned, httpStatus: 409, problemCode: 'key_duplicate' };
const untrusted = ({ failure, httpStatus }: Extract<JudgedAnswer, { kind: 'unverified' }>) => ({
  ok: false,
  error: { ...failure, httpStatus },
});

describe('an answer to an enrolment call', () => {
  it('counts where it is verified', () => {
    for (const refusal of [null, { code: 'key_duplicate' } as const])
      for (const answersSigned of [true, false])
        expect(trustedAnswer({ kind: 'verified', refusal }, answersSigned)).toEqual({
          ok: true,
          value: { trust: 'verified', refusal },
        });
  });

  it('counts nowhere else where the deployment signs its answers', () => {
    for (const answer of [unsigned, refused]) expect(trustedAnswer(answer, true)).toEqual(untrusted(answer));
  });

  it.each(['signature_missing', 'unknown_key'] as const)(
    'counts by status and shape where it does not: %s',
    (reason) => {
      expect(trustedAnswer({ ...unsigned, reason }, false)).toEqual({
        ok: true,
        value: { trust: reason, refusal: null },
      });
      expect(trustedAnswer({ ...refused, reason }, false)).toEqual({
        ok: true,
        value: { trust: reason, refusal: { code: 'key_duplicate', httpStatus: 409 } },
      });
    },
  );

  it.each([
    ['a signature that is wrong', { ...unsigned, reason: 'signature_wrong' }],
    ['a status that is no success', { ...unsigned, httpStatus: 300 }],
    ['a status that is none yet', { ...unsigned, httpStatus: 199 }],
    ['a page that is no JSON', { ...unsigned, isJsonObject: false }],
    ['a refusal without a code', { ...refused, problemCode: null }],
    ['a refusal with a code that nobody knows', { ...refused, problemCode: 'no_such_code' }],
    ['a code of our own', { ...refused, problemCode: 'not_enrolled' }],
  ])('does not count there either with %s', (_, answer) => {
    expect(trustedAnswer(answer, false)).toEqual(untrusted(answer));
  });
});

it('looks stale where nothing else speaks against it', () => {
  expect(looksStale({ code: 'answer_unverified', detail: 'stale' })).toBe(true);
  expect(looksStale({ code: 'answer_unverified', detail: 'unknown_key' })).toBe(false);
  expect(looksStale({ code: 'invitation_invalid', detail: 'stale' })).toBe(false);
});

import { describe, expect, it } from 'vitest';
import { keyTrialOf, type TrialAnswer } from '../../../../../src-main/enrolment/machine/key-trial.ts';
import { refusalCodes } from '../../../../../src-shared/contract/codes.ts';

const answer: TrialAnswer = {
  keyId: 'k',
  refusal: null,
  isBound: true,
  misdated: false,
  waitMs: 0,
  askedAtMs: 9_000,
  diagnosis: { keyId: 'k', effectiveScopes: ['orders:create'], policyVersion: 3, applicationId: 'a' },
};

describe('a call that is signed with a key', () => {
  it('shows that the service accepts it, with what it may do', () => {
    expect(keyTrialOf(answer)).toEqual({
      ok: true,
      value: {
        accepted: true,
        evidence: { evidence: 'diagnosed', scopes: ['orders:create'], policyVersion: 3, applicationId: 'a' },
        askedAtMs: 9_000,
      },
    });
  });

  it('shows nothing where its answer cannot be read, or names another key', () => {
    expect(keyTrialOf({ ...answer, diagnosis: null })).toEqual({ ok: false, error: { code: 'answer_unreadable' } });
    expect(keyTrialOf({ ...answer, diagnosis: { keyId: 'other' } })).toEqual({
      ok: false,
      error: { code: 'answer_unreadable', detail: 'another_key' },
    });
  });

  it.each(refusalCodes)('refused with %s', (code) => {
    const refused = { ...answer, refusal: { code }, waitMs: 5 };
    const failed = { ok: false, error: { code } };
    const notAccepted = { accepted: false, misdated: false, waitMs: 5, askedAtMs: 9_000 };
    const shown = [keyTrialOf(refused), keyTrialOf({ ...refused, isBound: false })];
    if (code === 'invalid_credentials')
      expect(shown).toEqual([true, false].map((isBound) => ({ ok: true, value: { ...notAccepted, isBound } })));
    else if (code === 'insufficient_scope')
      expect(shown).toEqual([
        { ok: true, value: { accepted: true, evidence: { evidence: 'scope_missing' }, askedAtMs: 9_000 } },
        failed,
      ]);
    else expect(shown).toEqual([failed, failed]);
  });
});

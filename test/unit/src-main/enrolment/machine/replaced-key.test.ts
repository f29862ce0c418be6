import { describe, expect, it } from 'vitest';
import { isIdle, mayRetire } from '../../../../../src-main/enrolment/machine/replaced-key.ts';
import { after, keyId, way } from '../samples.ts';

const dayMs = 86_400_000;
const activeAtMs = 1_000 * dayMs;
const active = { kind: 'enrolment-active', body: { keyId, evidence: 'diagnosed', notActiveAtMs: 1, activeAtMs } };
const enrolment = after(...way.awaitingActivation, active);
const signing = { isPinned: true, signs: true, enrolment };
const [before, ended] = [activeAtMs + 365 * dayMs, activeAtMs + 365 * dayMs + 1];

describe('a key that was replaced', () => {
  it.each([
    ['signs for orders', signing, { nowMs: before, serviceNowMs: before }, false],
    ['signs for none', { ...signing, isPinned: false }, { nowMs: 0, serviceNowMs: 0 }, true],
    ['does not sign any more', { ...signing, signs: false }, { nowMs: 0, serviceNowMs: 0 }, true],
    ['has ended by both clocks', signing, { nowMs: ended, serviceNowMs: ended }, true],
    ['has ended by this machine alone', signing, { nowMs: ended, serviceNowMs: before }, false],
    ['has ended by the service alone', signing, { nowMs: before, serviceNowMs: ended }, false],
    ['is of no record', { ...signing, enrolment: null }, { nowMs: ended, serviceNowMs: ended }, false],
  ])('that %s: retired by itself: %s', (_, key, now, isRetired) => {
    expect(isIdle(key, now)).toBe(isRetired);
  });

  it('is retired by hand only where the service itself refuses it', () => {
    const refused = { accepted: false, misdated: false, waitMs: 0, askedAtMs: 0 } as const;
    const pending = { ok: false, error: { code: 'key_pending_orders' } };
    expect(mayRetire({ ...refused, isBound: true }).ok).toBe(true);
    expect(mayRetire({ ...refused, isBound: false })).toEqual(pending);
    expect(mayRetire({ accepted: true, evidence: { evidence: 'diagnosed' }, askedAtMs: 0 })).toEqual(pending);
  });
});

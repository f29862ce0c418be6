import { describe, expect, it } from 'vitest';
import type { Enrolment } from '../../../../../src-main/enrolment/machine/enrolment.ts';
import { hasSurelyEnded, isWorthNoting, validityOf } from '../../../../../src-main/enrolment/machine/validity.ts';

const dayMs = 86_400_000;
const enrolment: Enrolment = {
  invitationId: '',
  deployment: '',
  state: 'active',
  localId: '',
  invitationEndsAt: null,
  validDays: 365,
  cidrs: [],
  tokenRecord: '',
  ownThumbprint: null,
  attempts: { submit: { open: false, lost: false, started: true }, proof: { open: false, lost: false, started: true } },
  openAnswers: [],
  submitted: null,
  proofRecord: null,
  refusedForms: [],
  refusal: null,
  waitsFor: null,
  applicationId: null,
  activation: { notActiveAtMs: 1_000 * dayMs, activeAtMs: 1_003 * dayMs },
};

describe('the end of a key', () => {
  it.each([
    [365, undefined],
    [30.01, undefined],
    [30, 30],
    [14.01, 30],
    [14, 14],
    [7, 7],
    [1.5, 7],
    [1, 1],
    [0.2, 1],
    [0, 0],
    [-3, 0],
  ])('is announced in time: %s days before it the warning is %s', (days, warning) => {
    const validity = validityOf(enrolment, (1_365 - days) * dayMs);
    expect(validity?.warning).toBe(warning);
    expect(validity?.daysLeft).toBe(Math.max(0, Math.floor(days)));
    expect(validity?.endsAt).toBe(new Date(1_365 * dayMs).toISOString());
  });

  it('is announced by no warning before that', () => {
    expect(validityOf(enrolment, 1_000 * dayMs)).toStrictEqual({
      endsAt: new Date(1_365 * dayMs).toISOString(),
      daysLeft: 365,
    });
  });

  it('is certain only when the latest activation that is possible is over', () => {
    expect(hasSurelyEnded(enrolment, 1_367 * dayMs)).toBe(false);
    expect(hasSurelyEnded(enrolment, 1_368 * dayMs + 1)).toBe(true);
  });

  it('is unknown for a key that is not active', () => {
    expect(validityOf({ ...enrolment, activation: null }, 0)).toBeNull();
    expect(hasSurelyEnded({ ...enrolment, activation: null }, Number.MAX_SAFE_INTEGER)).toBe(false);
  });
});

it('has the last "not active" noted once a minute', () => {
  expect(isWorthNoting(null, 60_000)).toBe(true);
  expect(isWorthNoting(1_000_000, 1_059_999)).toBe(false);
  expect(isWorthNoting(1_000_000, 1_060_000)).toBe(true);
});

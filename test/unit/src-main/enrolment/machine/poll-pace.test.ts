import { describe, expect, it } from 'vitest';
import {
  askedToWait,
  endsWaiting,
  firstPace,
  pollPauseMs,
  readsInvitation,
  slower,
} from '../../../../../src-main/enrolment/machine/poll-pace.ts';
import type { FailureCode } from '../../../../../src-shared/contract/codes.ts';

describe('the pace at which a key is asked for', () => {
  it('slows down from two seconds to a minute', () => {
    let pace = firstPace;
    const waits = Array.from({ length: 20 }, () => {
      const waitMs = pollPauseMs(pace, 0);
      pace = slower(pace);
      return waitMs;
    });
    expect(waits.slice(0, 4)).toEqual([2_000, 3_000, 4_500, 6_750]);
    expect(waits.at(-1)).toBe(60_000);
    expect(waits.toSorted((a, b) => a - b)).toEqual(waits);
  });

  it('waits as long as the service asked, and no shorter pause ends that', () => {
    const pace = askedToWait(askedToWait(firstPace, 90_000, 0), 1_000, 0);
    expect(pollPauseMs(pace, 0)).toBe(90_000);
    expect(pollPauseMs(slower(pace), 89_000)).toBe(3_000);
  });

  it('reads the invitation with the first question, and with every tenth after it', () => {
    const polls = Array.from({ length: 21 }, (_, poll) => poll).filter(readsInvitation);
    expect(polls).toEqual([0, 10, 20]);
  });
});

describe('waiting for a key', () => {
  it.each(['active', 'refused', 'expired'] as const)('is over where the enrolment is %s', (state) => {
    expect(endsWaiting({ ok: true, value: { state } })).toBe(true);
  });

  it.each(['none', 'draft', 'keyMade', 'submitted', 'proved', 'awaitingActivation'] as const)(
    'goes on where the enrolment is %s, unless it waits for a person',
    (state) => {
      expect(endsWaiting({ ok: true, value: { state } })).toBe(false);
      expect(endsWaiting({ ok: true, value: { state, waitsFor: 'restart' } })).toBe(true);
    },
  );

  it.each<[FailureCode, boolean]>([
    ['not_enrolled', true],
    ['answer_unreadable', true],
    ['seal_failed', true],
    ['vault_unavailable', true],
    ['journal_corrupt', true],
    ['answer_unverified', false],
    ['rate_limited', false],
    ['service_unreachable', false],
    ['connection_lost', false],
  ])('after the failure %s: it is over: %s', (code, isOver) => {
    expect(endsWaiting({ ok: false, error: { code } })).toBe(isOver);
  });
});

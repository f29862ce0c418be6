import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../../../../src-main/orders/machine/events.ts';
import { backoffMs, pauseMs, slowMs } from '../../../../../src-main/orders/machine/pause.ts';
import { notBoughtTermsOf } from '../../../../../src-main/orders/records/dispatch.ts';
import { readAnswer } from '../../../../../src-main/orders/records/kept-answers.ts';
import { profileOf } from '../../partner-api/partner.ts';
import { verified } from '../answer-samples.ts';
import { History, intendedAtMs, wantedUntilMs } from '../order-samples.ts';

const nowMs = Date.parse('2026-11-20T10:00:00Z');

describe('backing off', () => {
  it('doubles from a second to a minute while the sale is wanted, and to 15 minutes after', () => {
    const longest = [1, 2, 3, 6, 7, 11, 12, 5_000].map((attempts) => [
      backoffMs(attempts, 1, true),
      backoffMs(attempts, 1, false),
    ]);
    expect(longest).toEqual([
      [1_000, 1_000],
      [2_000, 2_000],
      [4_000, 4_000],
      [32_000, 32_000],
      [60_000, 64_000],
      [60_000, 900_000],
      [60_000, 900_000],
      [60_000, 900_000],
    ]);
  });

  it('is spread over its upper half, and never nothing', () => {
    expect(backoffMs(3, 0, true)).toBe(2_000);
    expect(backoffMs(3, 0.5, true)).toBe(3_000);
    expect(backoffMs(0, 0, true)).toBe(500);
  });

  it('is slow where the service exhausted its recovery: 5, 15, 60 minutes, then hourly', () => {
    expect([1, 2, 3, 4, 50].map(slowMs)).toEqual([300_000, 900_000, 3_600_000, 3_600_000, 3_600_000]);
  });
});

describe('the pause after an attempt', () => {
  const profile = profileOf({ baseUrl: 'https://partner.example' });
  const exhausted: Verdict = { outcome: 'accepted', recoveryExhausted: true };
  const answer = (retryAfter: string) => verified({ status: 202, body: '', headers: { 'retry-after': retryAfter } });

  function pause(
    verdict: Verdict | null,
    retryAfter: string | null,
    history: History,
    nowMs = intendedAtMs,
    serviceNowMs = nowMs,
  ): number {
    const read =
      retryAfter === null
        ? null
        : readAnswer(answer(retryAfter), { profile, serviceClock: { nowMs: () => serviceNowMs } }, null);
    const askedMs = read?.kind === 'verified' ? read.retryAfterMs : null;
    return pauseMs(
      history.facts,
      { verdict, askedMs },
      { nowMs, serviceNowMs, jitter: 1, notBoughtTerms: notBoughtTermsOf(profile) },
    );
  }

  it('is what the service asked, by its own clock where it names a date', () => {
    expect(pause({ outcome: 'accepted', recoveryExhausted: false }, '7', new History().started())).toBe(7_000);
    const serviceMs = nowMs + 3_600_000;
    expect(
      pause(
        { outcome: 'accepted', recoveryExhausted: false },
        new Date(serviceMs + 20_000).toUTCString(),
        new History().started(),
        nowMs,
        serviceMs,
      ),
    ).toBe(20_000);
  });

  it('grows with each attempt where nothing was asked', () => {
    expect(pause({ outcome: 'unknown', code: null }, null, new History().started())).toBe(1_000);
    expect(pause(null, null, new History().lost().lost().lost().started())).toBe(8_000);
  });

  it('grows on when nobody waits for the sale any more', () => {
    let history = new History();
    for (let count = 0; count < 11; count += 1) history = history.lost();
    expect(pause(null, null, history, wantedUntilMs)).toBe(60_000);
    expect(pause(null, null, history, wantedUntilMs + 1)).toBe(900_000);
  });

  it('is slow while recovery is exhausted, whatever Retry-After says and also when an answer gets lost between', () => {
    const once = new History().judged(exhausted);
    expect(pause(exhausted, '1', new History().started())).toBe(300_000);
    expect(pause(exhausted, '1', new History().judged(exhausted).started())).toBe(900_000);
    expect(pause(null, null, once.started())).toBe(300_000);
    expect(pause({ outcome: 'nothing', code: 'rate_limited' }, '1', once)).toBe(300_000);
  });

  it('is quick again when the service processes the order after all', () => {
    expect(
      pause({ outcome: 'accepted', recoveryExhausted: false }, '2', new History().judged(exhausted).started()),
    ).toBe(2_000);
  });
});

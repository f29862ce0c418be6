import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../../../../src-main/orders/machine/events.ts';
import { backoffMs, hourMs, nothingHeard, pauseMs, slowMs } from '../../../../../src-main/orders/machine/pause.ts';
import { notBoughtTermsOf } from '../../../../../src-main/orders/records/dispatch.ts';
import { readAnswer } from '../../../../../src-main/orders/records/kept-answers.ts';
import type { AttentionReason } from '../../../../../src-shared/contract/codes.ts';
import { profileOf } from '../../partner-api/partner.ts';
import { verified } from '../answer-samples.ts';
import { circumstances, completedVerdict, History, intendedAtMs, wantedUntilMs } from '../order-samples.ts';

const exhausted: Verdict = { outcome: 'accepted', recoveryExhausted: true };
const nowSeconds = (intendedAtMs + 60_000) / 1000;

function pause(history: History, verdict: Verdict | null = null, askedMs: number | null = null): number {
  return pauseMs(history.facts, { verdict, askedMs }, circumstances());
}

const asking = (reason: AttentionReason): History =>
  new History().lost().add({ kind: 'attention-raised', body: { reason } });

describe('the pause of an order', () => {
  it('is none after its first report, or what the service asked', () => {
    expect(pause(new History().started(), completedVerdict())).toBe(0);
    expect(pause(new History().started(), completedVerdict(), 4_000)).toBe(4_000);
    expect(pause(new History().judged(completedVerdict()), completedVerdict())).toBe(0);
  });

  it('grows where a completed order is read for its invoice again and again', () => {
    const before = new History().judged(completedVerdict({ invoiceId: null })).started('getPartnerOrder');
    expect(pause(before, completedVerdict({ invoiceId: null }))).toBe(2_000);
  });

  it.each<readonly [AttentionReason, number]>([
    ['order_unreadable', hourMs],
    ['no_word', hourMs],
    ['refusal_not_bound', 1_000],
    ['unexpected_refusal', 1_000],
  ])('is an hour while a person is asked, but where a refusal may still be disproved: %s', (reason, expected) => {
    expect(pause(asking(reason))).toBe(expected);
  });

  it('is never shorter than what the service asked while a person is asked', () => {
    expect(pause(asking('no_word'), null, 2 * hourMs)).toBe(2 * hourMs);
    expect(pause(asking('no_word'), null, 5)).toBe(hourMs);
    expect(hourMs).toBe(3_600_000);
  });

  it('is what the service asked where that is longer than a slow recovery', () => {
    expect(pause(new History().started(), exhausted, hourMs)).toBe(hourMs);
    expect(pause(new History().judged({ outcome: 'accepted', recoveryExhausted: false }).started(), exhausted)).toBe(
      300_000,
    );
  });

  it('is our own where no answer came, whatever was said before', () => {
    expect(pause(new History().judged({ outcome: 'nothing', code: null }).lost())).toBe(2_000);
    expect(nothingHeard).toEqual({ verdict: null, askedMs: null });
  });
});

describe('the pause after a read that does not find the order', () => {
  const notFound: Verdict = { outcome: 'notFound', createdAtSeconds: 0 };
  /** Reads count from 421 seconds after this on. */
  const sentAt = (sentAtSeconds: number): History => {
    const history = new History().lost('createPartnerOrder', { sentAtSeconds });
    for (let count = 0; count < 7; count += 1) history.lost('getPartnerOrder');
    return history;
  };

  it.each<readonly [string, number, number]>([
    ['ends when a read proves more, where that is sooner', nowSeconds - 421 + 3, 3_000],
    ['is our own where that is sooner', nowSeconds, 60_000],
    ['is our own where a read would prove it already', nowSeconds - 421, 60_000],
    ['is our own where that is long since', 1_000, 60_000],
  ])('%s', (_name, sentAtSeconds, expected) => {
    expect(pause(sentAt(sentAtSeconds), notFound)).toBe(expected);
    expect(pause(sentAt(sentAtSeconds), { outcome: 'nothing', code: null })).toBe(60_000);
  });

  it('is our own once two reads are enough', () => {
    const history = sentAt(1_000);
    for (const signedAtSeconds of [1_421, 1_721])
      history.judged(notFound, { call: 'getPartnerOrder', signedAtSeconds });
    expect(pause(history, notFound)).toBe(60_000);
  });
});

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
  const nowMs = Date.parse('2026-11-20T10:00:00Z');
  const answer = (retryAfter: string) => verified({ status: 202, body: '', headers: { 'retry-after': retryAfter } });

  function pauseAfter(
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
    expect(pauseAfter({ outcome: 'accepted', recoveryExhausted: false }, '7', new History().started())).toBe(7_000);
    const serviceMs = nowMs + 3_600_000;
    expect(
      pauseAfter(
        { outcome: 'accepted', recoveryExhausted: false },
        new Date(serviceMs + 20_000).toUTCString(),
        new History().started(),
        nowMs,
        serviceMs,
      ),
    ).toBe(20_000);
  });

  it('grows with each attempt where nothing was asked', () => {
    expect(pauseAfter({ outcome: 'unknown', code: null }, null, new History().started())).toBe(1_000);
    expect(pauseAfter(null, null, new History().lost().lost().lost().started())).toBe(8_000);
  });

  it('grows on when nobody waits for the sale any more', () => {
    let history = new History();
    for (let count = 0; count < 11; count += 1) history = history.lost();
    expect(pauseAfter(null, null, history, wantedUntilMs)).toBe(60_000);
    expect(pauseAfter(null, null, history, wantedUntilMs + 1)).toBe(900_000);
  });

  it('is slow while recovery is exhausted, whatever Retry-After says and also when an answer gets lost between', () => {
    const once = new History().judged(exhausted);
    expect(pauseAfter(exhausted, '1', new History().started())).toBe(300_000);
    expect(pauseAfter(exhausted, '1', new History().judged(exhausted).started())).toBe(900_000);
    expect(pauseAfter(null, null, once.started())).toBe(300_000);
    expect(pauseAfter({ outcome: 'nothing', code: 'rate_limited' }, '1', once)).toBe(300_000);
  });

  it('is quick again when the service processes the order after all', () => {
    expect(
      pauseAfter({ outcome: 'accepted', recoveryExhausted: false }, '2', new History().judged(exhausted).started()),
    ).toBe(2_000);
  });
});

import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../../../../src-main/orders/machine/events.ts';
import { hourMs, nothingHeard, pauseMs } from '../../../../../src-main/orders/machine/pause.ts';
import type { AttentionReason } from '../../../../../src-shared/contract/codes.ts';
import { circumstances, completedVerdict, History, intendedAtMs } from '../order-samples.ts';

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

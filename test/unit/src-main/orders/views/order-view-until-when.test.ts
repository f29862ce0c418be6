import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../../../../src-main/orders/machine/events.ts';
import {
  codesStateOf,
  limitsInRecords,
  limitsNow,
  numbersForStaff,
  viewOf,
} from '../../../../../src-main/orders/views/order-view.ts';
import { profileOf } from '../../partner-api/partner.ts';
import { completedVerdict, History, intendedAtMs, operationId } from '../order-samples.ts';
import { processing, refusal, Till, value } from '../till.ts';

const second = 1_000;
const minute = 60 * second;
const deployment = { baseUrl: 'https://partner.example' };
const profile = profileOf({ ...deployment, fence: { maxRequestAgeSeconds: 60, visibleWithinSeconds: 300 } });
const gate: Verdict = { outcome: 'waiting', code: 'rate_limited' };

/** An answer, heard two seconds after the intent, that asks for so much time. */
function asked(waitMs: number, verdict: Verdict = gate, requestId: string | null = 'request-7'): History {
  const history = new History().started();
  return history.add({
    kind: 'answer-judged',
    body: {
      attempt: history.last,
      sealed: { id: 'answer:1', sha256: '' },
      httpStatus: 429,
      requestId,
      verdict,
      createdAtSeconds: 0,
      thenRead: false,
      retryAtMs: 0,
      asked: { untilMs: intendedAtMs + waitMs, waitMs },
    },
  });
}

describe('what the records say without a service', () => {
  const heardAtMs = intendedAtMs + 2 * second;

  it('is until when the service asked to wait, from when that was heard on, and nothing from then on', () => {
    const { facts } = asked(minute);
    const untilMs = heardAtMs + minute;
    expect(limitsInRecords(facts, profile, heardAtMs)).toEqual({ askedUntilMs: untilMs, endsByMs: null });
    expect(limitsInRecords(facts, profile, untilMs - 1).askedUntilMs).toBe(untilMs);
    expect(limitsInRecords(facts, profile, untilMs).askedUntilMs).toBeNull();
  });

  it('is nothing of an order that the service asked no time for, or that is over', () => {
    expect(limitsInRecords(new History().judged(gate).facts, profile, heardAtMs).askedUntilMs).toBeNull();
    const cancelled = asked(minute).add({ kind: 'order-cancelled', body: {} });
    expect(limitsInRecords(cancelled.facts, profile, heardAtMs).askedUntilMs).toBeNull();
  });

  it('is by when an order is decided that is only asked about, and that never lies behind us', () => {
    const sentAtSeconds = intendedAtMs / second;
    const { facts } = new History()
      .lost('createPartnerOrder', { sentAtSeconds })
      .judged({ outcome: 'settling', code: 'insufficient_balance' }, { sentAtSeconds });
    // A minute in which it may be taken, one that the clocks may be apart, and twice five until it can be seen.
    const endsByMs = intendedAtMs + 12 * minute + second;
    expect(limitsInRecords(facts, profile, intendedAtMs + 5 * second)).toEqual({ askedUntilMs: null, endsByMs });
    expect(limitsInRecords(facts, profile, endsByMs + minute).endsByMs).toBe(endsByMs + minute);
    expect(limitsInRecords(facts, null, intendedAtMs + 5 * second).endsByMs).toBeNull();
  });

  it('is shown with the order, each time where there is one', () => {
    const { facts } = asked(minute);
    const shown = viewOf(operationId, facts, heardAtMs, null, limitsInRecords(facts, profile, heardAtMs));
    expect(shown.askedUntil).toBe('2023-11-14T22:14:22.000Z');
    expect(shown).not.toHaveProperty('endsBy');
    const ending = viewOf(operationId, facts, heardAtMs, null, { askedUntilMs: null, endsByMs: heardAtMs });
    expect(ending.endsBy).toBe('2023-11-14T22:13:22.000Z');
    expect(ending).not.toHaveProperty('askedUntil');
  });
});

describe('until when a running counter leaves an order alone', () => {
  it('is as long as the service asked, and no time once the order is over or its answer lies here', async () => {
    const till = await Till.open();
    let isEnding = false;
    await till.run({
      step: (name) => {
        if (isEnding && name === 'answer-sealed') throw new Error('ended here');
      },
    });
    const limitsOf = (id: typeof cancelled) => limitsNow(till.counter.session, id, till.facts(id));
    const [cancelled, accepted] = [till.place(), till.place()];
    till.service.script(processing(accepted, { 'retry-after': '200' }));
    await till.resume(accepted);
    const leftMs = (limitsOf(accepted).askedUntilMs ?? 0) - till.clock.nowMs();
    expect(leftMs).toBeGreaterThan(190 * second);
    expect(leftMs).toBeLessThanOrEqual(200 * second);
    till.service.script({ ...refusal(429, 'rate_limited'), headers: { 'retry-after': '300' } });
    await till.resume(cancelled);
    expect(limitsOf(cancelled).askedUntilMs).toBeGreaterThan(till.clock.nowMs());
    value(till.counter.orders.cancel(cancelled));
    expect(limitsOf(cancelled).askedUntilMs).toBeNull();
    isEnding = true;
    till.service.script(processing(accepted, { 'retry-after': '200' }));
    await expect(till.resume(accepted)).rejects.toThrow('ended here');
    expect(limitsOf(accepted).askedUntilMs).toBeNull();
  });
});

describe('what is shown of an order', () => {
  it('says that its codes are kept back, since the money went back', () => {
    const history = new History().judged(completedVerdict());
    history.add({ kind: 'codes-kept-back', body: { returned: 'return-1' } });
    expect(codesStateOf(history.facts)).toBe('keptBack');
  });

  it('gives the staff of the service the request id of each answer that has one', () => {
    const { facts } = asked(minute);
    expect(numbersForStaff(operationId, facts)).toMatch(
      /\n2023-\S+Z createPartnerOrder 429 waiting X-Request-Id: request-7$/,
    );
    const { facts: unnamed } = asked(minute, gate, null);
    expect(numbersForStaff(operationId, unnamed)).toMatch(/ createPartnerOrder 429 waiting$/);
  });

  it('gives a refusal the request id of its answer, and none where the answer has none', () => {
    const refused: Verdict = { outcome: 'refused', code: 'card_unavailable' };
    const refusalIn = (history: History) => viewOf(operationId, history.facts, intendedAtMs).refusal;
    expect(refusalIn(asked(0, refused))).toEqual({
      code: 'card_unavailable',
      httpStatus: 429,
      requestId: 'request-7',
    });
    expect(refusalIn(asked(0, refused, null))).toEqual({ code: 'card_unavailable', httpStatus: 429 });
  });
});

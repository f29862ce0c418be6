import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../../../../src-main/orders/machine/events.ts';
import { nextCall, ownTerms } from '../../../../../src-main/orders/machine/next-step.ts';
import { numbersForStaff, viewOf } from '../../../../../src-main/orders/views/order-view.ts';
import { timelineOf } from '../../../../../src-main/orders/views/timeline.ts';
import {
  completedVerdict,
  History,
  intendedAtMs,
  invoiceId,
  operationId,
  soldCardId,
  wantedUntilMs,
} from '../order-samples.ts';

const now = intendedAtMs + 60_000;
const accepted: Verdict = { outcome: 'accepted', recoveryExhausted: false };

function view(history: History, nowMs = now) {
  return viewOf(operationId, history.facts, nowMs, nextCall(history.facts, ownTerms(history.facts), nowMs));
}

describe('the view of an order', () => {
  it('names cards whose codes lie here and tells none of the codes', () => {
    expect(view(new History().judged(completedVerdict()))).toMatchObject({
      state: 'completed',
      codesState: 'sealed',
      codes: [1, 2].map((index) => ({ soldCardId: soldCardId(index) })),
      cancellable: false,
    });
    expect(view(new History().judged(completedVerdict({ soldCardIds: [soldCardId(1)] }))).codesState).toBe('toReveal');
    expect(view(new History()).codesState).toBe('none');
  });

  it('says whether the codes came out, without which nobody can have them', () => {
    expect(view(new History().judged(completedVerdict())).codesCameOut).toBe(false);
    expect(
      view(
        new History()
          .judged(completedVerdict())
          .add({ kind: 'codes-copied', body: { soldCardId: soldCardId(1), part: 'voucher' } }),
      ).codesCameOut,
    ).toBe(true);
  });

  it('says when the next attempt is due, and nothing where only a person can go on', () => {
    const dueAtMs = now + 30_000;
    expect(view(new History().judged(accepted, { retryAtMs: dueAtMs })).nextAttemptAt).toBe(
      new Date(dueAtMs).toISOString(),
    );
    const blocked = new History().judged({ outcome: 'blocked', code: 'account_inactive' });
    expect(view(blocked).nextAttemptAt).toBeDefined();
    expect(view(blocked, wantedUntilMs + 1).nextAttemptAt).toBeUndefined();
    expect(view(new History().lost(), wantedUntilMs + 1).nextAttemptAt).toBeDefined();
    expect(
      view(new History().judged({ outcome: 'attention', reason: 'order_unreadable', code: null })).nextAttemptAt,
    ).toBeUndefined();
    expect(view(new History().judged(completedVerdict())).nextAttemptAt).toBeUndefined();
    expect(
      view(new History().judged(completedVerdict({ soldCardIds: [] }), { call: 'getPartnerOrder' })).nextAttemptAt,
    ).toBeUndefined();
  });

  it.each<readonly [string, History, string | undefined]>([
    ['a refused order', new History().judged({ outcome: 'refused', code: 'price_changed' }), 'price_changed'],
    ['a blocked one', new History().judged({ outcome: 'blocked', code: 'account_inactive' }), 'account_inactive'],
    [
      'one refused after an unknown',
      new History().lost().judged({ outcome: 'settling', code: 'wallet_expired' }),
      'wallet_expired',
    ],
    [
      'one for a person',
      new History().judged({ outcome: 'attention', reason: 'idempotency_conflict', code: 'idempotency_conflict' }),
      'idempotency_conflict',
    ],
    [
      'one refused with a code nobody knows',
      new History().judged({ outcome: 'attention', reason: 'unexpected_refusal', code: 'brand_new' }),
      'unknown_refusal',
    ],
    [
      'one that is blocked no more',
      new History().judged({ outcome: 'blocked', code: 'account_inactive' }).started(),
      undefined,
    ],
    [
      'one that the service holds after all',
      new History().lost().judged({ outcome: 'settling', code: 'wallet_expired' }).judged(accepted),
      undefined,
    ],
    [
      'a completed one',
      new History().lost().judged({ outcome: 'settling', code: 'wallet_expired' }).judged(completedVerdict()),
      undefined,
    ],
    ['a failed one', new History().judged({ outcome: 'failed' }), undefined],
  ])('tells the refusal that still stands: %s', (_name, history, code) => {
    expect(view(history).refusal?.code).toBe(code);
  });

  it('says that the service could not learn the outcome, until it says something else', () => {
    const exhausted = new History().judged({ outcome: 'accepted', recoveryExhausted: true });
    expect(view(exhausted)).toMatchObject({ state: 'accepted', recoveryExhausted: true });
    expect(view(new History().judged(accepted)).recoveryExhausted).toBeUndefined();
    expect(view(exhausted.judged(completedVerdict())).recoveryExhausted).toBeUndefined();
  });

  it('has one line for each attempt', () => {
    const history = new History()
      .notSent()
      .lost()
      .judged({ outcome: 'unverified', reason: 'stale' })
      .judged({ outcome: 'nothing', code: null }, { call: 'getPartnerOrder' })
      .started();
    expect(view(history).attempts.map(({ judgement }) => judgement)).toEqual([
      'notSent',
      'lost',
      'unverified',
      'nothing',
      'open',
    ]);
  });
});

describe('the timeline of an order', () => {
  it('has an entry for each event, in order and with the facts for its sentence', () => {
    const history = new History()
      .lost()
      .judged({ outcome: 'unknown', code: 'internal_error' })
      .judged({ outcome: 'accepted', recoveryExhausted: true })
      .judged({ outcome: 'notFound', createdAtSeconds: 1 }, { call: 'getPartnerOrder' })
      .judged({ outcome: 'unverified', reason: 'stale' })
      .judged({ outcome: 'attention', reason: 'another_order', code: null })
      .judged(completedVerdict())
      .add({ kind: 'codes-shown', body: { soldCardIds: [soldCardId(1)] } })
      .add({ kind: 'codes-handed-over', body: {} });
    const timeline = timelineOf(history.events)
      .filter(({ kind }) => kind !== 'attempt')
      .map(({ kind, facts }) => [
        kind,
        facts['outcome'] ?? facts['reason'] ?? facts['count'] ?? facts['units'] ?? null,
      ]);
    expect(timeline).toEqual([
      ['intended', null],
      ['noAnswer', 'connection_lost'],
      ['judged', 'unknown'],
      ['judged', 'recoveryExhausted'],
      ['judged', 'notFound'],
      ['answerUnverified', 'stale'],
      ['attention', 'another_order'],
      ['completed', 2],
      ['codesShown', 1],
      ['handedOver', null],
    ]);
  });
});

it('names an order and each of its requests by their numbers, and no code of a card', () => {
  const { facts } = new History().lost().judged(completedVerdict());
  const lines = numbersForStaff(operationId, facts).split('\n');
  expect(lines[0]).toBe(`Idempotency-Key: ${operationId}`);
  expect(lines).toContain(`Invoice: ${invoiceId}`);
  expect(lines.filter((line) => line.includes('createPartnerOrder'))).toEqual([
    expect.stringMatching(/^2023-11-14T\S+Z createPartnerOrder - lost$/),
    expect.stringMatching(/^2023-11-14T\S+Z createPartnerOrder 20\d completed( X-Request-Id: \S+)?$/),
  ]);
});

import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../../../../src-main/core/ids.ts';
import { choicesFor } from '../../../../../src-main/orders/machine/choices.ts';
import type { Verdict } from '../../../../../src-main/orders/machine/events.ts';
import { stateOf } from '../../../../../src-main/orders/machine/order.ts';
import { viewOf } from '../../../../../src-main/orders/views/order-view.ts';
import type { AttentionReason, DecisionChoice } from '../../../../../src-shared/contract/codes.ts';
import { completedVerdict, History, intendedAtMs, operationId, otherOperationId } from '../order-samples.ts';
import { codes, completed, processing, refusal, Till, value } from '../till.ts';

const nowMs = intendedAtMs + 60_000;
const accepted: Verdict = { outcome: 'accepted', recoveryExhausted: false };
const unreadable: Verdict = { outcome: 'attention', reason: 'order_unreadable', code: null };
const conflict: Verdict = { outcome: 'attention', reason: 'idempotency_conflict', code: 'idempotency_conflict' };
const raised = (reason: AttentionReason): History =>
  new History().lost().add({ kind: 'attention-raised', body: { reason } });

describe('what a person can decide', () => {
  it.each<readonly [string, History, readonly DecisionChoice[]]>([
    ['nothing of an order that goes on by itself', new History().lost(), []],
    ['nothing of an order that is over', new History().judged({ outcome: 'refused', code: 'price_changed' }), []],
    [
      'anything where the answer could not be read',
      new History().judged(unreadable),
      ['resend', 'accept-not-bought', 'accept-as-bought'],
    ],
    [
      'anything where no proof can be had',
      raised('fence_no_known_order'),
      ['resend', 'accept-not-bought', 'accept-as-bought'],
    ],
    [
      'no resend that would not be the same request',
      raised('pinned_differs'),
      ['accept-not-bought', 'accept-as-bought'],
    ],
    [
      'no resend from records that were restored',
      raised('records_restored'),
      ['accept-not-bought', 'accept-as-bought'],
    ],
    [
      'no resend of what is held back in such records, whatever they are asked for',
      new History()
        .lost()
        .add({ kind: 'order-held-back', body: { boundarySeq: 3 } })
        .add({ kind: 'attention-raised', body: { reason: 'no_word' } }),
      ['accept-not-bought', 'accept-as-bought'],
    ],
    [
      'a resend of what the service has shown since',
      new History()
        .add({ kind: 'order-held-back', body: { boundarySeq: 3 } })
        .judged(accepted)
        .judged(unreadable),
      ['resend', 'accept-as-bought'],
    ],
    [
      'no resend of an id that stands for something else',
      new History().judged(conflict).judged(accepted),
      ['accept-not-bought', 'accept-as-bought'],
    ],
    [
      'not that an order that the service holds was not bought',
      new History().judged(accepted).judged(unreadable),
      ['resend', 'accept-as-bought'],
    ],
    [
      'nothing but that it was bought, where the service says so',
      new History().judged(completedVerdict({ differs: ['total'] })),
      ['accept-as-bought'],
    ],
    [
      'nothing but that it was bought, where the service says both',
      new History().judged(completedVerdict()).judged({ outcome: 'failed' }),
      ['accept-as-bought'],
    ],
  ])('is %s', (_name, history, choices) => {
    expect(choicesFor(history.facts, nowMs)).toEqual(choices);
  });
});

describe('a decision', () => {
  const decided = (history: History, choice: DecisionChoice): History =>
    history.add({ kind: 'decision-made', body: { choice, reason: 'order_unreadable', wantedUntilMs: nowMs } });
  const stateAfter = (history: History): string => stateOf(history.facts, nowMs);

  it('ends attention', () => {
    expect(stateAfter(decided(new History().judged(unreadable), 'resend'))).toBe('unknown');
    expect(stateAfter(decided(new History().judged(unreadable), 'accept-not-bought'))).toBe('notBought');
    expect(stateAfter(decided(new History().judged(unreadable), 'accept-as-bought'))).toBe('completed');
    expect(
      stateAfter(decided(new History().judged(completedVerdict({ differs: ['total'] })), 'accept-as-bought')),
    ).toBe('completed');
    expect(stateAfter(decided(new History().judged(conflict).judged(accepted), 'accept-not-bought'))).toBe('notBought');
  });

  it('is what the outcome is said to rest on, and no longer once the service has spoken', () => {
    const decidedBy = (history: History) => viewOf(operationId, history.facts, nowMs).decided;
    expect(decidedBy(new History().judged(unreadable))).toBeUndefined();
    expect(decidedBy(decided(new History().judged(unreadable), 'resend'))).toBeUndefined();
    expect(decidedBy(decided(new History().judged(unreadable), 'accept-as-bought'))).toBe('accept-as-bought');
    const notBought = decided(new History().judged(unreadable), 'accept-not-bought');
    expect(decidedBy(notBought)).toBe('accept-not-bought');
    expect(decidedBy(notBought.judged({ outcome: 'failed' }))).toBeUndefined();
  });

  it('hides nothing that the service says later against it', () => {
    const bought = (history: History): History => decided(history, 'accept-as-bought');
    const attentionAfter = (history: History) => viewOf(operationId, history.facts, nowMs).attention;
    const failed: Verdict = { outcome: 'failed' };
    expect(attentionAfter(bought(new History().judged(unreadable)).judged(failed))).toEqual({
      reason: 'failed_after_all',
      differs: [],
      choices: ['accept-not-bought', 'accept-as-bought'],
    });
    expect(
      attentionAfter(bought(new History().judged(completedVerdict({ differs: ['total'] }))).judged(failed)),
    ).toMatchObject({ reason: 'completed_and_failed', choices: ['accept-as-bought'] });
    expect(
      attentionAfter(bought(new History().judged(unreadable)).judged(completedVerdict({ differs: ['total'] }))),
    ).toMatchObject({ reason: 'differs' });
    expect(attentionAfter(bought(new History().judged(unreadable)).judged(completedVerdict()))).toBeUndefined();
  });

  it('about what the service said against the decision before ends that too', () => {
    const contested = (): History =>
      decided(new History().judged(unreadable), 'accept-as-bought').judged({ outcome: 'failed' });
    expect(stateAfter(decided(contested(), 'accept-as-bought'))).toBe('completed');
    expect(stateAfter(decided(contested(), 'accept-not-bought'))).toBe('failed');
    expect(
      stateAfter(decided(decided(contested(), 'accept-as-bought').judged(completedVerdict()), 'accept-as-bought')),
    ).toBe('completed');
  });

  it('does not stand against what the service shows later', () => {
    expect(stateAfter(decided(new History().judged(unreadable), 'accept-not-bought').judged(accepted))).toBe(
      'accepted',
    );
    expect(
      stateAfter(decided(new History().judged(unreadable), 'accept-not-bought').judged({ outcome: 'failed' })),
    ).toBe('failed');
    expect(stateAfter(decided(new History().judged(unreadable), 'accept-not-bought').judged(completedVerdict()))).toBe(
      'attention',
    );
    expect(stateAfter(decided(new History().judged(unreadable), 'resend').judged(unreadable))).toBe('attention');
  });
});

describe('deciding at the counter', () => {
  async function unread(): Promise<{ till: Till; operationId: OperationId }> {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script({ status: 201, body: '{}' });
    expect(await till.resume(operationId)).toBe('attention');
    return { till, operationId };
  }

  it('to send again sends the same request, wanted for another while', async () => {
    const { till, operationId } = await unread();
    till.clock.skip(3_600_000);
    value(till.counter.orders.decide(operationId, 'resend'));
    till.service.script(completed(operationId));
    expect(await till.resume(operationId)).toBe('completed');
    const [first, second] = till.service.seen;
    expect([second?.method, second?.target, second?.body.equals(first?.body ?? Buffer.alloc(0))]).toEqual([
      'POST',
      first?.target,
      true,
    ]);
    expect(second?.headers['nonce']).not.toBe(first?.headers['nonce']);
    expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
  });

  it('is written down with what the person was shown, and ends the order', async () => {
    const { till, operationId } = await unread();
    value(till.counter.orders.decide(operationId, 'accept-not-bought'));
    expect(till.counter.localRecords.journal.events({ subject: operationId }).at(-1)).toMatchObject({
      kind: 'decision-made',
      body: { choice: 'accept-not-bought', reason: 'order_unreadable' },
    });
    expect(await till.resume(operationId, 60_000)).toBe('notBought');
    expect(till.service.seen).toHaveLength(1);
    expect(till.counter.orders.decide(operationId, 'resend')).toEqual({
      ok: false,
      error: { code: 'not_allowed', field: 'choice', operationId },
    });
  });

  it('is refused where the order goes on by itself, is under way or is not known', async () => {
    const till = await Till.open();
    const operationId = till.place();
    const { orders } = till.counter;
    expect(orders.decide(otherOperationId, 'resend')).toEqual({
      ok: false,
      error: { code: 'operation_unknown', operationId: otherOperationId },
    });
    expect(orders.decide(operationId, 'accept-not-bought')).toMatchObject({
      ok: false,
      error: { code: 'not_allowed' },
    });
    till.service.script(processing(operationId), refusal(418, 'teapot'));
    await till.resume(operationId);
    const under = till.resume(operationId);
    expect(orders.decide(operationId, 'resend')).toMatchObject({ ok: false, error: { code: 'not_allowed' } });
    await under;
    expect(till.stateOf(operationId)).toBe('attention');
    expect(orders.decide(operationId, 'accept-not-bought')).toMatchObject({
      ok: false,
      error: { code: 'not_allowed' },
    });
    expect(value(orders.decide(operationId, 'resend')).attention).toBeNull();
    expect(till.stateOf(operationId)).toBe('accepted');
  });
});

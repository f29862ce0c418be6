import { describe, expect, it } from 'vitest';
import { choicesFor } from '../../../../../src-main/orders/machine/choices.ts';
import { decide, isProofOfCopy, type OrderInput } from '../../../../../src-main/orders/machine/decide.ts';
import { bodyUnreadableReason } from '../../../../../src-main/orders/machine/events.ts';
import { nextStep } from '../../../../../src-main/orders/machine/next-step.ts';
import { circumstances, completedVerdict, History, intendedAtMs, operationId } from '../order-samples.ts';

const now = intendedAtMs + 60_000;
const found: OrderInput = { kind: 'bodyUnreadable' };
const asked = (history = new History()): History =>
  history.add({ kind: 'attention-raised', body: { reason: bodyUnreadableReason } });

function eventsOf(history: History) {
  const decided = decide(operationId, history.facts, found, circumstances());
  return decided.ok ? decided.value.events : decided.error;
}

describe('an order whose body does not open', () => {
  it('asks a person, once', () => {
    expect(bodyUnreadableReason).toBe('body_unreadable');
    expect(eventsOf(new History())).toEqual([
      { subject: operationId, kind: 'attention-raised', body: { reason: 'body_unreadable' } },
    ]);
    expect(eventsOf(asked())).toEqual([]);
  });

  it('asks anew where a person was asked for something else', () => {
    const other = new History().add({ kind: 'attention-raised', body: { reason: 'no_word' } });
    expect(eventsOf(other)).toMatchObject([{ body: { reason: 'body_unreadable' } }]);
  });

  it('cannot be sent again by a person', () => {
    const unsettled = new History().lost();
    expect(choicesFor(asked(unsettled).facts, now)).toEqual(['accept-not-bought', 'accept-as-bought']);
  });

  it('is not sent for its first report', () => {
    const read = new History().lost().judged(completedVerdict({ soldCardIds: [] }), { call: 'getPartnerOrder' });
    expect(nextStep(read.facts, circumstances())).toMatchObject({ call: 'createPartnerOrder' });
    expect(nextStep(asked(read).facts, circumstances())?.call).not.toBe('createPartnerOrder');
  });
});

it('an order that these records never sent proves a copy; a replayed answer does not', () => {
  expect([isProofOfCopy('order_never_sent'), isProofOfCopy('answer_replayed')]).toEqual([true, false]);
});

import { describe, expect, it } from 'vitest';
import type { OrderCall } from '../../../../../src-main/orders/machine/events.ts';
import { interpret, type VerifiedAnswer } from '../../../../../src-main/orders/machine/interpret.ts';
import { acceptedAnswer, intent, operationId } from '../order-samples.ts';

function verdictOf(changes: Partial<VerifiedAnswer>, call: OrderCall = 'createPartnerOrder') {
  const position = 'afterUnknown';
  return interpret({
    answer: acceptedAnswer(changes),
    call,
    position,
    isSentSince: false,
    operationId,
    intent,
    otherIntent: null,
  }).verdict;
}

describe('an answer', () => {
  it('goes by its body only where its status is a success', () => {
    const outcomes = [199, 200, 299, 300].map((status) => verdictOf({ status }).outcome);
    expect(outcomes).toEqual(['attention', 'accepted', 'accepted', 'attention']);
  });

  it('says nothing of when an order was completed where the service did not', () => {
    const order = { operationId, status: 'completed', soldCardIds: [], oddFields: [] } as const;
    expect(verdictOf({ order })).not.toHaveProperty('completedAt');
  });

  it('that does not find the order proves nothing without a date', () => {
    const notFound = { status: 404, problemCode: 'resource_not_found', named: null, order: null };
    expect(verdictOf(notFound, 'getPartnerOrder').outcome).toBe('notFound');
    expect(verdictOf({ ...notFound, createdAtSeconds: null }, 'getPartnerOrder')).toEqual({
      outcome: 'nothing',
      code: 'resource_not_found',
    });
  });

  it('that refuses the order after an unknown keeps the code of that', () => {
    expect(verdictOf({ status: 409, problemCode: 'price_changed', named: null, order: null })).toEqual({
      outcome: 'settling',
      code: 'price_changed',
    });
  });
});

import { describe, expect, it } from 'vitest';
import { decide, type RevealAnswer } from '../../../../../src-main/reveals/machine/decide.ts';
import {
  cardsMeant,
  nameOf,
  ownedSubjectNamed,
  type RevealSubject,
} from '../../../../../src-main/reveals/machine/subject.ts';
import { invoiceId, operationId, otherOperationId, soldCardId } from '../../orders/order-samples.ts';
import { orderSubject, sealedAs, soldOrder } from './samples.ts';

const card: RevealSubject = { kind: 'card', soldCardId: soldCardId(1) };
const invoice: RevealSubject = { kind: 'invoice', invoiceId };
const ids = (...cards: readonly number[]) => cards.map(soldCardId);
const sealed = sealedAs('reveal:a');

function verified(cards: readonly number[], changes: Partial<Extract<RevealAnswer, { kind: 'verified' }>> = {}) {
  const soldCardIds = ids(...cards);
  return { kind: 'verified', httpStatus: 200, requestId: 'request-1', soldCardIds, usedBy: null, ...changes } as const;
}

const judged = (answer: RevealAnswer, knownReason: string | null = null) =>
  ({ kind: 'judged', attempt: 'a', sealed, answer, knownReason }) as const;

describe('a name of a subject', () => {
  it('says again whose it is', () => {
    expect([card, invoice].map((subject) => ownedSubjectNamed(nameOf(subject)))).toEqual([card, invoice]);
    expect(ownedSubjectNamed(nameOf(orderSubject(soldOrder([]))))).toBeNull();
  });
});

describe('the cards that were asked for', () => {
  const differs = { completed: { invoiceId, differs: ['quantity'] } };
  it.each<readonly [string, RevealSubject, readonly number[], readonly number[]]>([
    ['all of an order', orderSubject(soldOrder([])), [1, 2], [1, 2]],
    ['one of an order, beside the one that is here', orderSubject(soldOrder([1])), [2], [2]],
    ['those here once more', orderSubject(soldOrder([1, 2])), [1, 2], [1, 2]],
    ['none where there are more than were bought', orderSubject(soldOrder([])), [1, 2, 9], []],
    ['none where they are others than those here', orderSubject(soldOrder([1, 2])), [9], []],
    ['those that the service lists', orderSubject(soldOrder([]), [2, 1]), [1, 2, 9], [1, 2]],
    ['none where it lists more than were bought', orderSubject(soldOrder([]), [1, 2, 9]), [1, 2, 9], []],
    ['as many as it says it sold', orderSubject(soldOrder([], differs)), [1, 2, 3], [1, 2, 3]],
    ['the card alone', card, [1], [1]],
    ['not another card', card, [2], []],
    ['not the card among others', card, [1, 2], []],
    ['whatever is on an invoice', invoice, [1, 2, 9], [1, 2, 9]],
  ])('%s', (_name, subject, came, meant) => {
    expect(cardsMeant(subject, ids(...came))).toEqual(ids(...meant));
  });
});

describe('what follows from an answer to a reveal', () => {
  it.each([
    ['of an order', orderSubject(soldOrder([])), operationId],
    ['of an order whose signature spoke of it before', orderSubject(soldOrder([])), operationId],
    ['of a card', card, `card:${soldCardId(1)}`],
  ] as const)('is that its codes are here: %s', (_name, subject, name) => {
    const answer = verified([1], { usedBy: name });
    expect(decide(subject, judged(answer))).toEqual({
      events: [
        { subject: name, kind: 'codes-revealed', body: { sealed, requestId: 'request-1', soldCardIds: ids(1) } },
      ],
      outcome: { ok: true, value: ids(1) },
    });
  });

  it.each<readonly [string, RevealAnswer, string, object]>([
    [
      'is refused',
      { kind: 'refused', failure: { code: 'insufficient_scope', httpStatus: 403 } },
      'insufficient_scope',
      { code: 'insufficient_scope', httpStatus: 403 },
    ],
    [
      'cannot be verified',
      { kind: 'refused', failure: { code: 'answer_unverified', detail: 'unknown_key' } },
      'unknown_key',
      { code: 'answer_unverified', detail: 'unknown_key' },
    ],
    [
      'spoke of another subject',
      verified([1], { usedBy: otherOperationId }),
      'another_answer_reused',
      { code: 'answer_unverified', detail: 'another_answer_reused' },
    ],
    [
      'brings other cards',
      verified([2]),
      'other_cards',
      { code: 'codes_unavailable', detail: 'other_cards', httpStatus: 200, requestId: 'request-1' },
    ],
    [
      'brings none, and has no request id',
      verified([], { requestId: null }),
      'other_cards',
      { code: 'codes_unavailable', detail: 'other_cards', httpStatus: 200 },
    ],
  ])('is one word for the journal where it %s, and nothing where that is no news', (_name, answer, reason, failure) => {
    const outcome = { ok: false, error: failure };
    const event = { subject: nameOf(card), kind: 'reveal-failed', body: { attempt: 'a', reason } };
    expect(decide(card, judged(answer))).toEqual({ events: [event], outcome });
    expect(decide(card, judged(answer, 'stale'))).toEqual({ events: [event], outcome });
    expect(decide(card, judged(answer, reason))).toEqual({ events: [], outcome });
  });

  it('is that the attempt failed where no answer was kept', () => {
    const failure = { code: 'connection_lost' } as const;
    expect(decide(invoice, { kind: 'failed', attempt: 'a', failure })).toEqual({
      events: [{ subject: nameOf(invoice), kind: 'reveal-failed', body: { attempt: 'a', reason: 'connection_lost' } }],
      outcome: { ok: false, error: failure },
    });
  });
});

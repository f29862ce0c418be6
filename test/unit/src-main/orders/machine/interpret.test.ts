import { describe, expect, it } from 'vitest';
import type { Position } from '../../../../../src-main/orders/machine/refusal-table.ts';
import { unverifiedReasons } from '../../../../../src-shared/contract/codes.ts';
import { interpretJudged, verified, type JudgedSample, type SampleAnswer } from '../answer-samples.ts';
import { cardId, intent, invoiceId, operationId, otherOperationId, soldCardId, walletId } from '../order-samples.ts';

const positions = ['first', 'afterUnknown', 'afterAccepted'] as const satisfies readonly Position[];
const successes = [200, 201, 202, 203] as const;
const cards = [1, 2].map((index) => ({ soldCardId: soldCardId(index), voucher: `VOUCHER-${index}` }));
const completedOrder = {
  operationId,
  status: 'completed',
  invoiceId,
  walletId,
  cardId,
  quantity: 2,
  total: { amount: '2.500', currency: 'KWD' },
  soldCards: cards,
};

function interpretation(answer: SampleAnswer, changes: Partial<JudgedSample> = {}) {
  return interpretJudged({
    judged: verified(answer),
    call: 'createPartnerOrder',
    position: 'first',
    operationId,
    intent,
    intentOf: () => null,
    signatureUsedBy: null,
    ...changes,
  });
}

const everywhere = successes.flatMap((status) => positions.map((position) => ({ status, position })));

describe('a verified success', () => {
  it.each(everywhere)('goes by the status in its body, not by $status ($position)', ({ status, position }) => {
    const verdictOf = (body: object) => interpretation({ status, body: { operationId, ...body } }, { position });
    expect(verdictOf({ status: 'processing' })).toEqual({
      verdict: { outcome: 'accepted', recoveryExhausted: false },
      thenRead: false,
    });
    expect(verdictOf({ status: 'recoveryExhausted' })).toEqual({
      verdict: { outcome: 'accepted', recoveryExhausted: true },
      thenRead: false,
    });
    // A status of a later version: the service holds the order, and is asked again.
    expect(verdictOf({ status: 'archived', soldCards: [] })).toEqual({
      verdict: { outcome: 'accepted', recoveryExhausted: false },
      thenRead: false,
    });
    expect(verdictOf({ status: 'archived', soldCards: cards }).verdict).toEqual({
      outcome: 'attention',
      reason: 'order_unreadable',
      code: null,
    });
    expect(verdictOf({ status: 'failed' })).toEqual({ verdict: { outcome: 'failed' }, thenRead: false });
    expect(interpretation({ status, body: completedOrder }, { position }).verdict).toEqual({
      outcome: 'completed',
      invoiceId,
      soldCardIds: [soldCardId(1), soldCardId(2)],
      replayed: false,
      differs: [],
    });
  });

  it('names the cards whose codes it brought, whatever its status or call', () => {
    const read = interpretation({ status: 200, body: completedOrder }, { call: 'getPartnerOrder' });
    expect(read.verdict).toMatchObject({ outcome: 'completed', soldCardIds: [soldCardId(1), soldCardId(2)] });
  });

  it('names no card whose codes cannot be used', () => {
    const body = { ...completedOrder, soldCards: [cards[0], { soldCardId: soldCardId(2) }, { voucher: 'NOBODY' }] };
    expect(interpretation({ status: 201, body }).verdict).toMatchObject({ soldCardIds: [soldCardId(1)], differs: [] });
  });

  it.each([
    ['walletId', { walletId: '0b000000-0000-4000-8000-000000000009' }, ['walletId']],
    ['cardId', { cardId: '0c000000-0000-4000-8000-000000000009' }, ['cardId']],
    ['quantity', { quantity: 3 }, ['quantity']],
    ['amount', { total: { amount: '2.501', currency: 'KWD' } }, ['total']],
    ['currency', { total: { amount: '2.500', currency: 'JOD' } }, ['currency']],
    ['number of codes', { soldCards: [...cards, { soldCardId: soldCardId(3), voucher: 'V3' }] }, ['soldCards']],
    [
      'nothing, where the service leaves members out',
      { walletId: undefined, cardId: undefined, quantity: undefined, total: undefined },
      [],
    ],
  ])('says that another %s was bought', (_name, change, differs) => {
    expect(interpretation({ status: 201, body: { ...completedOrder, ...change } }).verdict).toMatchObject({
      outcome: 'completed',
      differs,
    });
  });

  it.each<readonly [string, object, string]>([
    ['a total with four decimals', { total: { amount: '2.5000', currency: 'KWD' } }, 'total'],
    ['a total as a number', { total: { amount: 2.5, currency: 'KWD' } }, 'total'],
    ['a total of two decimals', { total: { amount: '2.50', currency: 'KWD' } }, 'total'],
    ['a total without a currency', { total: { amount: '2.500' } }, 'total'],
    ['a total with a currency that is no text', { total: { amount: '2.500', currency: 414 } }, 'total'],
    ['a total that is no object', { total: '2.500' }, 'total'],
    ['a total in a list', { total: [{ amount: '2.500', currency: 'KWD' }] }, 'total'],
    ['a quantity as text', { quantity: '2' }, 'quantity'],
    ['half a card', { quantity: 2.5 }, 'quantity'],
    ['less than no card', { quantity: -2 }, 'quantity'],
    ['more cards than a number holds', { quantity: 1e300 }, 'quantity'],
    ['the wallet in capitals', { walletId: walletId.toUpperCase() }, 'walletId'],
    ['a wallet that is no id', { walletId: 7 }, 'walletId'],
    ['the card in capitals', { cardId: cardId.toUpperCase() }, 'cardId'],
    ['the card without hyphens', { cardId: cardId.replaceAll('-', '') }, 'cardId'],
    ['the invoice in capitals', { invoiceId: invoiceId.toUpperCase() }, 'invoiceId'],
    ['an invoice that is no id', { invoiceId: 'INV-7' }, 'invoiceId'],
    ['codes that are no list', { soldCards: { first: cards[0] } }, 'soldCards'],
    [
      'codes of a card in capitals',
      { soldCards: cards.map((card) => ({ ...card, soldCardId: card.soldCardId.toUpperCase() })) },
      'soldCards',
    ],
  ])('says that it differs where nobody can compare it: %s', (_name, change, field) => {
    for (const { status, position } of everywhere) {
      for (const call of ['createPartnerOrder', 'getPartnerOrder'] as const) {
        expect(
          interpretation({ status, body: { ...completedOrder, ...change } }, { position, call }).verdict,
        ).toMatchObject({
          outcome: 'completed',
          differs: [field],
        });
      }
    }
  });

  it('does not differ by when it was completed, however that is written', () => {
    for (const completedAt of [1_700_000_000, '', {}, null])
      expect(interpretation({ status: 201, body: { ...completedOrder, completedAt } }).verdict).toMatchObject({
        differs: [],
      });
  });

  it('keeps when it was completed as the service wrote it', () => {
    const completedAt = '2026-11-23T10:00:00+03:00';
    expect(interpretation({ status: 201, body: { ...completedOrder, completedAt } }).verdict).toMatchObject({
      completedAt,
    });
  });

  it('decides nothing by Idempotency-Replayed: it is kept and no more', () => {
    const headers = { 'idempotency-replayed': 'true' };
    expect(interpretation({ status: 200, body: completedOrder, headers }).verdict).toMatchObject({
      outcome: 'completed',
      replayed: true,
      soldCardIds: [soldCardId(1), soldCardId(2)],
    });
    expect(interpretation({ status: 200, body: { operationId, status: 'processing' }, headers }).verdict).toMatchObject(
      {
        outcome: 'accepted',
      },
    );
  });

  it.each(everywhere)(
    'for another of our operations is filed there and moves nothing here ($status, $position)',
    ({ status, position }) => {
      const body = { ...completedOrder, operationId: otherOperationId };
      expect(interpretation({ status, body }, { position, intentOf: () => intent })).toEqual({
        verdict: { outcome: position === 'afterAccepted' ? 'nothing' : 'unknown', code: null },
        thenRead: true,
        about: {
          operationId: otherOperationId,
          verdict: {
            outcome: 'completed',
            invoiceId,
            soldCardIds: [soldCardId(1), soldCardId(2)],
            replayed: false,
            differs: [],
          },
        },
      });
    },
  );

  it('for another of our operations is compared with what was meant there', () => {
    const body = { ...completedOrder, operationId: otherOperationId, quantity: 5 };
    const differing = (quantity: number) =>
      interpretation({ status: 200, body }, { intentOf: () => ({ ...intent, quantity }) }).about?.verdict;
    expect(differing(5)).toMatchObject({ outcome: 'completed', differs: [] });
    expect(differing(2)).toMatchObject({ outcome: 'completed', differs: ['quantity'] });
  });

  it('for another operation does not make a read ask for a read', () => {
    const body = { operationId: otherOperationId, status: 'processing' };
    expect(interpretation({ status: 200, body }, { call: 'getPartnerOrder', intentOf: () => intent }).thenRead).toBe(
      false,
    );
  });

  it.each(everywhere)(
    'for an operation that is none of ours is for a person ($status, $position)',
    ({ status, position }) => {
      const body = { operationId: otherOperationId, status: 'processing' };
      expect(interpretation({ status, body }, { position }).verdict).toEqual({
        outcome: 'attention',
        reason: 'another_order',
        code: null,
      });
      expect(
        interpretation(
          { status, body: { operationId: otherOperationId, status: 5 } },
          { position, intentOf: () => intent },
        ).verdict,
      ).toEqual({ outcome: 'attention', reason: 'another_order', code: null });
    },
  );

  it.each(['{', '[]', '{"status":"completed"}', `{"operationId":"${operationId}","status":5}`, ''])(
    'that holds no order is for a person: %s',
    (body) => {
      for (const position of positions) {
        for (const status of [200, 201])
          expect(interpretation({ status, body }, { position }).verdict).toEqual({
            outcome: 'attention',
            reason: 'order_unreadable',
            code: null,
          });
      }
    },
  );

  it('with 202 and no readable order shows that the service took this very request, if it is bound to it', () => {
    for (const position of positions) {
      expect(interpretation({ status: 202, body: '' }, { position }).verdict).toEqual({
        outcome: 'accepted',
        recoveryExhausted: false,
      });
      expect(
        interpretation({ status: 202, body: '', bound: ['@method', '@path'] }, { position }).verdict,
      ).toMatchObject({
        outcome: 'attention',
      });
      expect(interpretation({ status: 202, body: '' }, { position, call: 'getPartnerOrder' }).verdict).toMatchObject({
        outcome: 'attention',
      });
    }
  });
});

describe('an answer that is not verified', () => {
  it.each(unverifiedReasons)('leaves the outcome open and keeps the reason: %s', (reason) => {
    for (const position of positions) {
      expect(
        interpretation({ status: 201, body: completedOrder }, { judged: { kind: 'unverified', reason }, position }),
      ).toEqual({ verdict: { outcome: 'unverified', reason }, thenRead: false });
    }
  });

  it('is one whose signature already decided about another operation', () => {
    expect(
      interpretation({ status: 409, body: { code: 'price_changed' } }, { signatureUsedBy: otherOperationId }).verdict,
    ).toEqual({ outcome: 'unverified', reason: 'another_answer_reused' });
    expect(
      interpretation({ status: 201, body: completedOrder }, { signatureUsedBy: otherOperationId }).verdict,
    ).toEqual({
      outcome: 'unverified',
      reason: 'another_answer_reused',
    });
    expect(
      interpretation({ status: 201, body: completedOrder }, { signatureUsedBy: operationId }).verdict,
    ).toMatchObject({
      outcome: 'completed',
    });
  });
});

describe('a refused read of an order', () => {
  const read = { call: 'getPartnerOrder' } as const;
  const named = ['@method', '@path'];

  it('says not found only where it is resource_not_found, bound to method and path', () => {
    expect(interpretation({ status: 404, body: { code: 'resource_not_found' }, bound: named }, read).verdict).toEqual({
      outcome: 'notFound',
      createdAtSeconds: 1_700_000_000,
    });
    expect(
      interpretation({ status: 404, body: { code: 'resource_not_found' }, bound: ['@method'] }, read).verdict,
    ).toEqual({
      outcome: 'nothing',
      code: 'resource_not_found',
    });
    expect(interpretation({ status: 404, body: { code: 'wallet_not_granted' }, bound: named }, read).verdict).toEqual({
      outcome: 'nothing',
      code: 'wallet_not_granted',
    });
    expect(interpretation({ status: 410, body: { code: 'resource_not_found' }, bound: named }, read).verdict).toEqual({
      outcome: 'nothing',
      code: 'resource_not_found',
    });
  });

  it.each(['price_changed', 'insufficient_scope', 'idempotency_conflict', 'rate_limited'])(
    'moves nothing with %s',
    (code) => {
      for (const position of positions)
        expect(interpretation({ status: 409, body: { code } }, { ...read, position })).toEqual({
          verdict: { outcome: 'nothing', code },
          thenRead: false,
        });
    },
  );
});

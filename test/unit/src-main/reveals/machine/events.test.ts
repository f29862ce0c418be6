import { expect, it } from 'vitest';
import {
  readRevealEvent,
  revealEvent,
  revealEventKinds,
  type NewRevealEvent,
  type RevealEventKind,
} from '../../../../../src-main/reveals/machine/events.ts';
import { rowOfReveal } from '../../../../../src-main/reveals/records/stored-events.ts';
import { soldCardId, walletId } from '../../orders/order-samples.ts';
import { sealedAs } from './samples.ts';

const unchecked = [{ walletId, code: 'resource_not_found' as const, httpStatus: 404, requestId: 'request-1' }];
const lost = { standing: 'completed', invoiceId: null, walletId: null, cardId: null, quantity: 2 };

const one: Readonly<Record<RevealEventKind, NewRevealEvent>> = {
  'reveal-started': revealEvent('card:1', 'reveal-started', {
    attempt: 'a',
    call: 'revealPartnerOwnedCard',
    nonce: null,
    profileHash: 'p',
    insteadOf: ['answer:1'],
  }),
  'reveal-answer-sealed': revealEvent('card:1', 'reveal-answer-sealed', {
    attempt: 'a',
    sealed: sealedAs('reveal:a'),
    bytes: 12,
    httpStatus: 200,
  }),
  'reveal-failed': revealEvent('card:1', 'reveal-failed', { attempt: 'a', reason: 'unknown_key' }),
  'codes-revealed': revealEvent('card:1', 'codes-revealed', {
    sealed: sealedAs('reveal:a'),
    requestId: null,
    soldCardIds: [soldCardId(1)],
  }),
  'codes-shown': revealEvent('card:1', 'codes-shown', { soldCardIds: [soldCardId(1)] }),
  'owned-cards-read': revealEvent('', 'owned-cards-read', {
    walletId,
    next: 'b',
    isEnd: false,
    known: [soldCardId(1)],
    unknown: [soldCardId(2)],
    others: [],
    unreadable: 0,
  }),
  'owned-cards-check-stopped': revealEvent('', 'owned-cards-check-stopped', { unchecked }),
  'unchecked-cards-accepted': revealEvent('', 'unchecked-cards-accepted', { by: 'Manager', unchecked }),
  'owned-cards-reconciled': revealEvent('', 'owned-cards-reconciled', {
    ownedCards: 2,
    unknownCards: [soldCardId(2)],
    missingCards: [],
    unchecked,
    lostOrders: [{ operationId: 'o', ...lost }],
  }),
  'findings-noted': revealEvent('', 'findings-noted', {}),
  'lost-order-read': revealEvent('o', 'lost-order-read', lost),
};

it.each(revealEventKinds)('%s is read back as it was written', (kind) => {
  const row = rowOfReveal(one[kind]);
  expect(row.subject).toBe(one[kind].subject);
  expect(readRevealEvent({ seq: 1, atMs: 2, kind, body: row.body })).toEqual({
    seq: 1,
    atMs: 2,
    kind,
    body: one[kind].body,
  });
});

it('reads what earlier versions wrote: no size of a sealed answer, no profile, fewer facts of a lost order', () => {
  const read = (kind: RevealEventKind, body: object) => readRevealEvent({ seq: 1, atMs: 2, kind, body })?.body;
  const sealed = { attempt: 'a', sealed: sealedAs('reveal:a'), httpStatus: 200 };
  expect(read('reveal-answer-sealed', sealed)).toEqual({ ...sealed, bytes: 0 });
  const started = { attempt: 'a', call: 'revealPartnerOwnedCard', nonce: null };
  expect(read('reveal-started', started)).toEqual(started);
  const lostOrders = [{ operationId: 'o', standing: 'failed', quantity: null }];
  const found = { ownedCards: 0, unknownCards: [], missingCards: [], lostOrders };
  expect(read('owned-cards-reconciled', found)).toEqual(found);
});

it('reads no row that is not what its kind says', () => {
  expect(readRevealEvent({ seq: 1, atMs: 2, kind: 'codes-shown', body: { soldCardIds: ['no id'] } })).toBeNull();
});

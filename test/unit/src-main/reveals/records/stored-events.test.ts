import { expect, it } from 'vitest';
import { JournalUnavailable } from '../../../../../src-main/journal/journal-failure.ts';
import { readOrderEvent } from '../../../../../src-main/orders/machine/events.ts';
import { ownedCardsReconciledKind } from '../../../../../src-main/orders/records/copies.ts';
import { revealEvent, revealEventKinds } from '../../../../../src-main/reveals/machine/events.ts';
import { revealEventsOf, rowOfReveal } from '../../../../../src-main/reveals/records/stored-events.ts';
import { operationId, soldCardId } from '../../orders/order-samples.ts';

const sealed = { id: 'reveal:a', sha256: '' };
const soldCardIds = [soldCardId(1)];

it('reads the events of reveals alone, and none that was damaged', () => {
  const row = { seq: 7, atMs: 1, hash: '', ...rowOfReveal(revealEvent('card:1', 'codes-shown', { soldCardIds })) };
  const others = { ...row, kind: 'codes-copied' };
  expect(revealEventsOf({ events: () => [others, row] }, {})).toEqual([
    { seq: 7, atMs: 1, kind: 'codes-shown', body: { soldCardIds } },
  ]);
  const damaged = { ...row, body: { soldCardIds: 'none' } };
  expect(() => revealEventsOf({ events: () => [damaged] }, {})).toThrow(
    new JournalUnavailable({ code: 'journal_corrupt', detail: 'event_7' }),
  );
});

it('what is filed under an order is an event of orders too', () => {
  const started = { attempt: 'a', call: 'revealPartnerInvoiceCards', nonce: 'n', profileHash: 'p', insteadOf: ['b'] };
  const events = [
    revealEvent(operationId, 'reveal-started', started),
    revealEvent(operationId, 'reveal-failed', { attempt: 'a', reason: 'unknown_key' }),
    revealEvent(operationId, 'codes-revealed', { sealed, requestId: null, soldCardIds }),
  ] as const;
  expect(events.map(({ kind, body }) => readOrderEvent(kind, 1, body)?.body)).toEqual(events.map(({ body }) => body));
});

it('a check that ended is what orders take for the end of a doubt', () => {
  expect(revealEventKinds).toContain(ownedCardsReconciledKind);
});

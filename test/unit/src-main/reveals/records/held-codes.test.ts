import { expect, it } from 'vitest';
import type { EventQuery, StoredEvent } from '../../../../../src-main/journal/event.ts';
import { orderIntendedKind } from '../../../../../src-main/orders/codes/order-codes.ts';
import { unlessHeld } from '../../../../../src-main/reveals/records/held-codes.ts';
import { operationId, otherOperationId } from '../../orders/order-samples.ts';
import { Till } from '../../orders/till.ts';

it('codes of a sale are held that another copy may have, and not of one that was begun here since', async () => {
  const till = await Till.open();
  const order = till.facts(till.place());
  const { journal } = till.counter.localRecords;
  const intents = [operationId, otherOperationId].map((subject, index): StoredEvent => ({
    subject,
    kind: orderIntendedKind,
    body: {},
    hash: '',
    atMs: 0,
    seq: 5 + 10 * index,
  }));
  const records = {
    copyStatus: () => 'copied' as const,
    copyFacts: () => ({ ...journal.copyFacts(), status: 'copied' as const, boundarySeq: 10 }),
    events: ({ subject, kind }: EventQuery = {}) =>
      intents.filter((event) => event.subject === (subject ?? event.subject) && event.kind === (kind ?? event.kind)),
  };
  expect(unlessHeld(records, operationId, order)).toMatchObject({
    ok: false,
    error: { detail: 'locked_until_reconciled', operationId },
  });
  expect(unlessHeld(records, otherOperationId, order)).toEqual({ ok: true, value: order });
});

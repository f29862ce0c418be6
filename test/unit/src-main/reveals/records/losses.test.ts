import { expect, it } from 'vitest';
import { copyStatusReconciledKind } from '../../../../../src-main/journal/copy-status.ts';
import type { EventQuery, StoredEvent } from '../../../../../src-main/journal/event.ts';
import { salvaged } from '../../../../../src-main/journal/gaps.ts';
import { lostOrderIds, openLosses } from '../../../../../src-main/reveals/records/losses.ts';
import { operationId, otherOperationId } from '../../orders/order-samples.ts';

type Missing = Parameters<typeof salvaged>[0]['missing'];

/** A journal with these events alone, in order. */
function journalOf(...rows: readonly Pick<StoredEvent, 'kind' | 'body'>[]) {
  const stored = rows.map((row, index): StoredEvent => ({ subject: '', hash: '', atMs: 0, seq: index + 1, ...row }));
  return {
    events: ({ kind, afterSeq = 0 }: EventQuery = {}) =>
      stored.filter((event) => event.kind === kind && event.seq > afterSeq),
  };
}

const salvage = (...missing: Missing) => salvaged({ gaps: [], missing, answers: [], keys: [] });
const reconciled = { kind: copyStatusReconciledKind, body: {} };
const intent = { operationId, what: 'intent' } as const;
const answer = { operationId: otherOperationId, what: 'answer' } as const;

it('what a salvage lost is open until the records are known to be the one copy', () => {
  expect(openLosses(journalOf())).toBeNull();
  expect(openLosses(journalOf(salvage(intent, answer)))).toEqual([intent, answer]);
  expect(openLosses(journalOf(salvage(intent), reconciled))).toBeNull();
  expect(openLosses(journalOf(salvage(intent), reconciled, salvage(answer)))).toEqual([answer]);
});

it('an order is lost where its intent is, once however often that was said, and whatever came since', () => {
  const other = { operationId: otherOperationId, what: 'intent' } as const;
  const answerOfAnother = { operationId: '0a000000-0000-4000-8000-0000000000aa', what: 'answer' } as const;
  const noOrder = { operationId: 'card:1', what: 'intent' } as const;
  expect(
    lostOrderIds(journalOf(salvage(intent, answer, answerOfAnother, noOrder), reconciled, salvage(intent, other))),
  ).toEqual([operationId, otherOperationId]);
});

import { describe, expect, test } from 'vitest';
import {
  areCodesHeld,
  copyFactsAfter,
  copyCauses,
  copyStatusChanged,
  copyStatusReconciled,
  isSettleOnly,
  ownCopy,
  checkpointIn,
  type CopyFacts,
} from '../../../../src-main/journal/copy-status.ts';
import type { NewEvent, StoredEvent } from '../../../../src-main/journal/event.ts';

const stored = (seq: number, event: NewEvent): StoredEvent => ({ ...event, seq, atMs: 0, hash: '' });
const after = (...events: readonly StoredEvent[]): CopyFacts => copyFactsAfter(ownCopy, events);
const changed = (seq: number, ...change: Parameters<typeof copyStatusChanged>): StoredEvent =>
  stored(seq, copyStatusChanged(...change));
const checkpoint = { seq: 9, hash: 'nine' };

describe('the copy status', () => {
  test('is own from the start, and other events say nothing of it', () => {
    expect(after(stored(1, { subject: '', kind: 'anything', body: { cause: 'copied' } }))).toEqual({
      status: 'own',
      boundarySeq: 0,
      openSeq: null,
    });
  });

  test.each(copyCauses)('is %s where an event says so, from the event before it on', (cause) => {
    expect(after(changed(7, cause, ['folder'], 6, ['op']))).toEqual({
      status: cause,
      boundarySeq: 6,
      openSeq: 7,
      lostHead: undefined,
    });
  });

  test('of a cause that this build does not know is that of a copy', () => {
    expect(after(stored(7, { subject: '', kind: 'custody-changed', body: { cause: 'later' } })).status).toBe('copied');
  });

  test('is own again once it was reconciled, and what was before stays as it was found', () => {
    const facts = after(
      changed(7, 'rolled-back', ['witness'], 6, [], checkpoint),
      stored(8, copyStatusReconciled(7, { cards: 0 })),
    );
    expect(facts).toEqual({ status: 'own', boundarySeq: 6, openSeq: null, lostHead: undefined });
  });

  test('remembers the head that was lost until then, also where more is found', () => {
    const first = changed(7, 'rolled-back', ['witness'], 6, [], checkpoint);
    expect(after(first).lostHead).toEqual(checkpoint);
    expect(after(first, changed(8, 'copied', ['folder'], 7, [])).lostHead).toEqual(checkpoint);
    expect(after(first, changed(8, 'rolled-back', ['witness'], 7, [], { seq: 10, hash: 'ten' })).lostHead).toEqual({
      seq: 10,
      hash: 'ten',
    });
  });
});

describe('an event of the copy status', () => {
  test('says what was found, and names the checkpoint only where there is one', () => {
    expect(copyStatusChanged('restored', ['restore_command'], 6, ['op'])).toEqual({
      subject: '',
      kind: 'custody-changed',
      body: { cause: 'restored', evidence: ['restore_command'], boundarySeq: 6, pending: ['op'] },
    });
    expect(copyStatusChanged('rolled-back', ['witness'], 6, [], checkpoint).body['witness']).toEqual(checkpoint);
    expect(copyStatusReconciled(7, { cards: 1 })).toEqual({
      subject: '',
      kind: 'custody-reconciled',
      body: { custodySeq: 7, findings: { cards: 1 } },
    });
  });

  test('names a checkpoint by its number and its hash, or none', () => {
    expect(checkpointIn({ witness: checkpoint })).toEqual(checkpoint);
    for (const body of [
      {},
      { witness: null },
      { witness: 'nine' },
      { witness: { seq: '9', hash: 'nine' } },
      { witness: { seq: 9 } },
    ])
      expect(checkpointIn(body)).toBeNull();
  });
});

describe('an order from before the records were found elsewhere', () => {
  const open: CopyFacts = { status: 'restored', boundarySeq: 6, openSeq: 7 };
  const reconciled: CopyFacts = { status: 'own', boundarySeq: 6, openSeq: null };

  test('is settled and never sent, also once they were reconciled', () => {
    expect([open, reconciled].flatMap((facts) => [5, 6, 7].map((seq) => isSettleOnly(facts, seq)))).toEqual([
      true,
      true,
      false,
      true,
      true,
      false,
    ]);
  });

  test('has its codes locked until then', () => {
    expect([open, reconciled].flatMap((facts) => [6, 7].map((seq) => areCodesHeld(facts, seq)))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

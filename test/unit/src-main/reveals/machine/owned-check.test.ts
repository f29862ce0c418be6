import { describe, expect, it } from 'vitest';
import type { RevealEventBody } from '../../../../../src-main/reveals/machine/events.ts';
import { ownedCheckIn } from '../../../../../src-main/reveals/machine/owned-check.ts';
import { afterPage, afterRefusal, positionAfter } from '../../../../../src-main/reveals/machine/wallet-list.ts';
import { soldCardId, walletId } from '../../orders/order-samples.ts';
import { recorded } from './samples.ts';

const dayMs = 24 * 60 * 60 * 1000;

function page(seq: number, changes: Partial<RevealEventBody<'owned-cards-read'>>, atMs = 0) {
  const empty = { walletId, next: null, isEnd: true, known: [], unknown: [], others: [], unreadable: 0 };
  return recorded(seq, 'owned-cards-read', { ...empty, ...changes }, atMs);
}

const stopped = (seq: number, atMs = 0) =>
  recorded(seq, 'owned-cards-check-stopped', { unchecked: [{ walletId, code: 'rate_limited' }] }, atMs);

describe('a check of owned cards that is under way', () => {
  it('has all cards of its pages, where it began and what it could not read last', () => {
    const events = [
      page(3, { known: [soldCardId(1)], unknown: [soldCardId(2)], next: 'b', isEnd: false }),
      page(5, { unknown: [soldCardId(3)], others: [soldCardId(3)], unreadable: 1 }),
      stopped(6),
    ];
    expect(ownedCheckIn(events, 0, false)).toEqual({
      firstSeq: 3,
      owned: new Set([1, 2, 3].map(soldCardId)),
      unknown: new Set([2, 3].map(soldCardId)),
      others: new Map([[soldCardId(3), walletId]]),
      wallets: new Map([[walletId, { cursors: new Set(['b']), next: null, isEnd: true, unreadable: 1 }]]),
      lastUnchecked: [{ walletId, code: 'rate_limited' }],
    });
  });

  it('has nothing before its first page', () => {
    expect(ownedCheckIn([], 0, true)).toMatchObject({ firstSeq: null, lastUnchecked: null });
    expect(ownedCheckIn([stopped(1)], 0, true)).toMatchObject({
      firstSeq: null,
      lastUnchecked: [{ code: 'rate_limited' }],
    });
  });

  it('begins again a day after it began where the records are the only copy, with what is younger', () => {
    const events = [page(1, { known: [soldCardId(1)] }, 0), page(2, { known: [soldCardId(2)] }, 2), stopped(3, 0)];
    expect(ownedCheckIn(events, dayMs, true).owned.size).toBe(2);
    expect(ownedCheckIn(events, dayMs + 1, true)).toMatchObject({ firstSeq: 2, lastUnchecked: null });
    expect(ownedCheckIn(events, dayMs + 1, false).owned.size).toBe(2);
  });

  it('counts entries that could not be read anew where a list is read anew', () => {
    const events = [page(1, { unreadable: 2 }), page(2, { next: 'b', isEnd: false }), page(3, { unreadable: 1 })];
    expect(ownedCheckIn(events, 0, false).wallets.get(walletId)).toEqual({
      cursors: new Set(['b']),
      next: null,
      isEnd: true,
      unreadable: 1,
    });
  });
});

describe('the list of one wallet', () => {
  const beginning = { cursor: undefined, followed: new Set<string>(), unreadable: 0, isFromEarlier: false };
  const readTo = (next: string | null, isEnd: boolean, unreadable = 0) =>
    positionAfter({ cursors: new Set(['b', 'c']), next, isEnd, unreadable });
  const atC = { cursor: 'c', followed: new Set(['b', 'c']), unreadable: 1, isFromEarlier: true };

  it('goes on where it stopped, is read anew where it was not whole, and not at all where it was', () => {
    expect(readTo('c', false, 1)).toEqual(atC);
    expect(readTo(null, true, 1)).toEqual(beginning);
    expect(readTo(null, false)).toEqual(beginning);
    expect(positionAfter(undefined)).toEqual(beginning);
    expect(readTo(null, true)).toBeNull();
  });

  it('begins again where a cursor of an earlier check is refused, and ends at any other refusal', () => {
    const [over, busy] = [{ code: 'validation_failed' }, { code: 'rate_limited' }] as const;
    expect(afterRefusal(atC, over)).toEqual({ kind: 'next', position: beginning });
    expect(afterRefusal(atC, busy)).toEqual({ kind: 'ended', failure: busy });
    expect(afterRefusal({ ...atC, isFromEarlier: false }, over)).toEqual({ kind: 'ended', failure: over });
  });

  it('follows each cursor once', () => {
    expect(afterPage(atC, { nextCursor: 'd', skipped: 2 })).toEqual({
      page: { next: 'd', isEnd: false, unreadable: 2 },
      step: {
        kind: 'next',
        position: { cursor: 'd', followed: new Set(['b', 'c', 'd']), unreadable: 3, isFromEarlier: false },
      },
    });
    expect(afterPage(atC, { nextCursor: 'b', skipped: 0 })).toEqual({
      page: { next: null, isEnd: false, unreadable: 0 },
      step: { kind: 'ended', failure: { code: 'answer_unreadable', detail: 'cursor_repeated' } },
    });
  });

  it.each([
    [0, 0, null],
    [1, 0, { code: 'answer_unreadable', detail: 'cards_unreadable' }],
    [0, 1, { code: 'answer_unreadable', detail: 'cards_unreadable' }],
  ])('is whole at its end where every entry was read: %s before, %s on its last page', (before, skipped, failure) => {
    expect(afterPage({ ...beginning, unreadable: before }, { skipped })).toEqual({
      page: { next: null, isEnd: true, unreadable: skipped },
      step: { kind: 'ended', failure },
    });
  });
});

describe('a check that began over a day ago, where nothing doubts the records', () => {
  const unchecked = [{ walletId, code: 'rate_limited' }];

  it('is over by its page or by its stop alone', () => {
    expect(ownedCheckIn([page(1, {})], dayMs + 1, true).firstSeq).toBeNull();
    expect(ownedCheckIn([stopped(2)], dayMs + 1, true).lastUnchecked).toBeNull();
  });

  it('still says what a younger stop could not read', () => {
    expect(ownedCheckIn([page(1, {}), stopped(2, 1_000)], dayMs + 1, true)).toMatchObject({
      firstSeq: null,
      lastUnchecked: unchecked,
    });
  });
});

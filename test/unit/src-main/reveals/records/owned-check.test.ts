import { describe, expect, it } from 'vitest';
import { copyStatusChangedKind } from '../../../../../src-main/journal/copy-status.ts';
import type { EventQuery, StoredEvent } from '../../../../../src-main/journal/event.ts';
import { copySuspectedKind } from '../../../../../src-main/orders/codes/order-codes.ts';
import { revealEvent } from '../../../../../src-main/reveals/machine/events.ts';
import { lastUnchecked, openCheck } from '../../../../../src-main/reveals/records/owned-check.ts';
import { rowOfReveal } from '../../../../../src-main/reveals/records/stored-events.ts';
import { soldCardId, walletId } from '../../orders/order-samples.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Records with these events alone, one a second. */
function journalOf(status: 'own' | 'copied', ...rows: readonly Pick<StoredEvent, 'kind' | 'body'>[]) {
  const stored = rows.map((row, index): StoredEvent => ({
    subject: '',
    hash: '',
    seq: index + 1,
    atMs: index * 1_000,
    ...row,
  }));
  return {
    copyStatus: () => status,
    events: ({ kind, afterSeq = 0 }: EventQuery = {}) =>
      stored.filter((event) => event.kind === kind && event.seq > afterSeq),
  };
}

const page = (card: number) =>
  rowOfReveal(
    revealEvent('', 'owned-cards-read', {
      walletId,
      next: null,
      isEnd: true,
      known: [soldCardId(card)],
      unknown: [],
      others: [],
      unreadable: 0,
    }),
  );
const unchecked = [{ walletId, code: 'wallet_not_granted' as const }];
const stopped = rowOfReveal(revealEvent('', 'owned-cards-check-stopped', { unchecked }));
const ended = rowOfReveal(
  revealEvent('', 'owned-cards-reconciled', { ownedCards: 1, unknownCards: [], missingCards: [] }),
);

describe('the check that is under way', () => {
  it('is none before a page was read', () => {
    expect(openCheck(journalOf('own'), 0)).toMatchObject({ firstSeq: null, lastUnchecked: null });
    expect(lastUnchecked(journalOf('own'), 0)).toBeNull();
  });

  it.each([
    ['another check ended', ended],
    ['a copy is suspected', { kind: copySuspectedKind, body: {} }],
    ['the records came into doubt', { kind: copyStatusChangedKind, body: {} }],
  ])('began after %s', (_, event) => {
    expect(openCheck(journalOf('copied', page(1), stopped, event, page(2)), 0)).toMatchObject({
      firstSeq: 4,
      owned: new Set([soldCardId(2)]),
      lastUnchecked: null,
    });
  });

  it('says what it could not read, and that a person may accept it', () => {
    expect(lastUnchecked(journalOf('copied', page(1), stopped), 0)).toEqual({ items: unchecked, acceptable: true });
  });

  it('is over a day after it began, by its pages or by its stop alone, where nothing doubts the records', () => {
    expect(openCheck(journalOf('own', page(1)), dayMs + 1).firstSeq).toBeNull();
    expect(openCheck(journalOf('own', stopped), dayMs + 1).lastUnchecked).toBeNull();
    expect(openCheck(journalOf('copied', page(1), stopped), dayMs + 1)).toMatchObject({
      firstSeq: 1,
      lastUnchecked: unchecked,
    });
  });
});

import { describe, expect, it } from 'vitest';
import { knownId, type WalletId } from '../../../../../src-main/core/ids.ts';
import { copyStatusChangedKind } from '../../../../../src-main/journal/copy-status.ts';
import type { EventQuery, StoredEvent } from '../../../../../src-main/journal/event.ts';
import { copySuspectedKind } from '../../../../../src-main/orders/codes/order-codes.ts';
import { revealEvent } from '../../../../../src-main/reveals/machine/events.ts';
import { doubtedWallets, lastUnchecked, openCheck } from '../../../../../src-main/reveals/records/owned-check.ts';
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

describe('sales that these records may have lost', () => {
  const doubt = { kind: copyStatusChangedKind, body: {} };
  const isDoubted = (checkSeq: number, ...rows: readonly Pick<StoredEvent, 'kind' | 'body'>[]) =>
    doubtedWallets(journalOf('own', ...rows), checkSeq)(knownId<WalletId>(walletId));

  it('are none where the records were never in doubt', () => {
    expect(isDoubted(9, page(1))).toBe(false);
  });

  it('are in every wallet that no check before this one read whole since they came into doubt', () => {
    expect(isDoubted(9, doubt)).toBe(true);
    expect(isDoubted(9, page(1), doubt)).toBe(true);
    expect(isDoubted(9, page(1), doubt, page(1))).toBe(false);
    // This check began with its own first page.
    expect(isDoubted(2, doubt, page(1))).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import { ownedCheckIn } from '../../../../../src-main/reveals/machine/owned-check.ts';
import { walletId } from '../../orders/order-samples.ts';
import { recorded } from './samples.ts';

const dayMs = 24 * 60 * 60 * 1000;
const unchecked = [{ walletId, code: 'rate_limited' as const }];
const page = recorded(
  1,
  'owned-cards-read',
  { walletId, next: null, isEnd: true, known: [], unknown: [], others: [], unreadable: 0 },
  0,
);
const stopped = (atMs: number) => recorded(2, 'owned-cards-check-stopped', { unchecked }, atMs);

describe('a check that began over a day ago, where nothing doubts the records', () => {
  it('is over by its page or by its stop alone', () => {
    expect(ownedCheckIn([page], dayMs + 1, true).firstSeq).toBeNull();
    expect(ownedCheckIn([stopped(0)], dayMs + 1, true).lastUnchecked).toBeNull();
  });

  it('still says what a younger stop could not read', () => {
    expect(ownedCheckIn([page, stopped(1_000)], dayMs + 1, true)).toMatchObject({
      firstSeq: null,
      lastUnchecked: unchecked,
    });
  });
});

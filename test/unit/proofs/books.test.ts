import { expect, it } from 'vitest';
import { emptyBooks, taken, word, type Books } from '../../proofs/states/books.ts';

const forgottenMs = word.safeResendMs + 1;
const once: Books = { ...emptyBooks, holds: 'open', timesTaken: 1 };

it.each(['sold', 'soldOther'] as const)(
  'an id that was forgotten is taken anew, and what it was stays: %s',
  (holds) => {
    const sold: Books = { ...once, holds, codes: 'given' };
    const anew: Books = { ...once, timesTaken: 2, takenAtMs: forgottenMs, soldBefore: holds };
    expect(taken(sold, forgottenMs)).toEqual([sold, anew]);
    expect(taken(anew, 2 * forgottenMs)).toContainEqual({ ...anew, timesTaken: 3, takenAtMs: 2 * forgottenMs });
  },
);

it.each(['open', 'failed'] as const)('nothing was sold before where the books held: %s', (holds) => {
  expect(taken({ ...once, holds }, forgottenMs).map(({ soldBefore }) => soldBefore)).toEqual([null, null]);
});

it('an id that is still known, or was reported, is not taken anew', () => {
  const reported: Books = { ...once, holds: 'sold', isReported: true };
  expect([taken(once, word.safeResendMs), taken(reported, forgottenMs)]).toEqual([[once], [reported]]);
});

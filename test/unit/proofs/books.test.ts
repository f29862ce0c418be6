import { expect, it } from 'vitest';
import { emptyBooks, taken, word, type Books } from '../../proofs/states/books.ts';

const forgottenMs = word.safeResendMs + 1;
const once: Books = { ...emptyBooks, holds: 'open', timesTaken: 1 };

it('an id that the service forgot is taken for a new one, and what was sold before stays sold', () => {
  const sold: Books = { ...once, holds: 'sold', codes: 'given' };
  const anew = { ...once, timesTaken: 2, takenAtMs: forgottenMs };
  expect(taken(sold, forgottenMs)).toEqual([sold, { ...anew, wasSold: true }]);
  expect(taken({ ...anew, wasSold: true }, 2 * forgottenMs)).toContainEqual({
    ...anew,
    timesTaken: 3,
    takenAtMs: 2 * forgottenMs,
    wasSold: true,
  });
});

it.each(['open', 'failed', 'soldOther'] as const)('nothing was sold before where the books held: %s', (holds) => {
  expect(taken({ ...once, holds }, forgottenMs).map(({ wasSold }) => wasSold)).toEqual([false, false]);
});

it('an id that is still known, or was reported, is not taken anew', () => {
  const reported: Books = { ...once, holds: 'sold', isReported: true };
  expect([taken(once, word.safeResendMs), taken(reported, forgottenMs)]).toEqual([[once], [reported]]);
});

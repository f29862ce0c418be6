/** What the service holds of one operation id, as far as it decides anything for a counter. */
export interface Books {
  /** `open`: accepted, and not reported yet what it came to. `soldOther`: sold, and not as it was meant. */
  readonly holds: 'nothing' | 'open' | 'sold' | 'soldOther' | 'failed';
  /** How often the id was taken for a new one: a service that forgot it takes it once more. */
  readonly timesTaken: number;
  /** What an earlier taking was sold as: a late answer to it is true as well. */
  readonly soldBefore: 'sold' | 'soldOther' | null;
  readonly takenAtMs: number;
  /** Whether an answer has carried the codes: `perhaps` where one was made that nobody received. */
  readonly codes: 'here' | 'perhaps' | 'given';
  /** It gave the counter its signed word that it holds the id: that it never forgets. */
  readonly isReported: boolean;
}

export const emptyBooks: Books = {
  holds: 'nothing',
  timesTaken: 0,
  soldBefore: null,
  takenAtMs: 0,
  codes: 'here',
  isReported: false,
};

/** What the service states in the profile, and keeps to. */
export const word = {
  maxRequestAgeSeconds: 60,
  visibleWithinSeconds: 300,
  maxSkewSeconds: 60,
  safeResendMs: 24 * 3_600_000,
} as const;

/** What is true of the books where an answer says it. `nothing`: whatever they hold. */
export type Says = 'open' | 'sold' | 'soldOther' | 'failed' | 'notTaken' | 'notFound' | 'nothing';

/** Whether a request of this date is still, or already, taken. */
export function isInTime(dateSeconds: number, serviceMs: number): boolean {
  const ageSeconds = serviceMs / 1000 - dateSeconds;
  return -word.maxSkewSeconds <= ageSeconds && ageSeconds <= word.maxRequestAgeSeconds;
}

/** The books after the order was taken: anew where the id is not known, or may be forgotten by now. */
export function taken(books: Books, serviceMs: number): readonly Books[] {
  const anew: Books = {
    ...books,
    holds: 'open',
    timesTaken: books.timesTaken + 1,
    soldBefore: books.holds === 'sold' || books.holds === 'soldOther' ? books.holds : books.soldBefore,
    takenAtMs: serviceMs,
    codes: 'here',
  };
  if (books.holds === 'nothing') return [anew];
  return !books.isReported && serviceMs - books.takenAtMs > word.safeResendMs ? [books, anew] : [books];
}

/** The books once an answer to a POST says this; null where it would not be true. */
export function afterPost(books: Books, says: Says, hasCodes: boolean): Books | null {
  switch (says) {
    case 'sold':
    case 'soldOther':
      if (books.holds !== 'open' && books.holds !== says) return null;
      if (books.codes === (hasCodes ? 'given' : 'here')) return null;
      return { ...books, holds: says, codes: 'given' };
    case 'open':
      return books.holds === 'open' ? books : null;
    case 'failed':
      return books.holds === 'open' || books.holds === 'failed' ? { ...books, holds: 'failed' } : null;
    case 'notTaken':
    case 'notFound':
      return null;
    case 'nothing':
      return unheard(books);
  }
}

/** The books once an answer to a read says this, which moves nothing forward; null where it would not be true. */
export function afterRead(books: Books, says: Says, serviceMs: number): Books | null {
  switch (says) {
    case 'sold':
    case 'soldOther':
    case 'failed':
      return books.holds === 'open' || books.holds === says ? { ...books, holds: says } : null;
    case 'open':
      return books.holds === 'open' ? books : null;
    case 'notFound':
      return books.holds === 'nothing' || isHidden(books, serviceMs) ? books : null;
    case 'notTaken':
    case 'nothing':
      return books;
  }
}

/** An answer that was made and came to nobody may have been the one with the codes. */
export function unheard(books: Books): Books {
  return books.codes === 'here' ? { ...books, codes: 'perhaps' } : books;
}

/** What was taken just now may not be seen by a read yet; what was reported once is. */
function isHidden({ takenAtMs, isReported }: Books, serviceMs: number): boolean {
  return !isReported && serviceMs <= takenAtMs + word.visibleWithinSeconds * 1000;
}

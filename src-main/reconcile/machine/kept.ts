import type { There } from './compare.ts';
import type { ListedCard, Span } from './listed.ts';

/** What the service said of an order, and the newest event of that order when it said so. */
export interface AskedOrder {
  readonly there: There;
  readonly atMs: number;
  /** The hash of that event, which covers all before it. */
  readonly eventHash: string;
}

/** A page of the bought cards of a wallet. */
export interface ListedPage {
  readonly cards: readonly ListedCard[];
  /** Where the list goes on; null at its end. */
  readonly next: string | null;
  /** Entries of it that could not be read. */
  readonly unreadable: number;
  readonly atMs: number;
}

/** For so long an answer counts in the same comparison. */
export const countsForMs = 2 * 60 * 60_000;
/** What is bought while a list is read may be on a page that was read already, so such a list counts for less long. */
const openListForMs = 5 * 60_000;

/** A time that is still to come says that somebody set the clock: then nobody knows how old it is. */
export function isFresh(atMs: number, nowMs: number, forMs = countsForMs): boolean {
  return atMs <= nowMs && nowMs - atMs < forMs;
}

/** Whether what was asked says the same as if it were asked now: nothing has happened to the order here since. */
export function stillCounts(asked: AskedOrder, now: { readonly nowMs: number; readonly eventHash: string | null }) {
  return isFresh(asked.atMs, now.nowMs) && asked.eventHash === now.eventHash;
}

/** The pages that a list can go on from; none where it was begun too long ago. */
export function countingPages(pages: readonly ListedPage[], span: Span, nowMs: number): readonly ListedPage[] {
  const [first] = pages;
  if (first === undefined) return [];
  const wasOver = span.untilMs <= first.atMs;
  return isFresh(first.atMs, nowMs, wasOver ? countsForMs : openListForMs) ? pages : [];
}

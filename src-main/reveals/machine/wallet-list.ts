import type { Failure } from '../../../src-shared/contract/codes.ts';
import { detailed } from '../../../src-shared/contract/details.ts';
import type { PageRead, WalletRead } from './owned-check.ts';

/** Where the reading of one wallet's list stands. */
export interface ListPosition {
  readonly cursor: string | undefined;
  readonly followed: ReadonlySet<string>;
  /** Entries of its pages so far that could not be read. */
  readonly unreadable: number;
  /** The cursor is from an earlier check, and may be over by now. */
  readonly isFromEarlier: boolean;
}

/** What comes after a page: the next one, or the end, and why that is no whole list. */
export type ListStep =
  | { readonly kind: 'next'; readonly position: ListPosition }
  | { readonly kind: 'ended'; readonly failure: Failure | null };

const beginning: ListPosition = { cursor: undefined, followed: new Set(), unreadable: 0, isFromEarlier: false };

/** Where a list is to be read on that was read so far; null where all of it was. */
export function positionAfter(read: WalletRead | undefined): ListPosition | null {
  if (read?.isEnd === true && read.unreadable === 0) return null;
  if (read === undefined || read.next === null) return beginning;
  return { cursor: read.next, followed: read.cursors, unreadable: read.unreadable, isFromEarlier: true };
}

/** A cursor that is over is refused: the list is then read from its beginning. */
export function afterRefusal({ isFromEarlier }: ListPosition, failure: Failure): ListStep {
  return isFromEarlier && failure.code === 'validation_failed'
    ? { kind: 'next', position: beginning }
    : { kind: 'ended', failure };
}

/** What is to be recorded of how the list goes on after a page, and what is to be done. */
export function afterPage(
  { followed, unreadable }: ListPosition,
  { nextCursor, skipped }: { readonly nextCursor?: string; readonly skipped: number },
): { readonly page: Pick<PageRead, 'next' | 'isEnd' | 'unreadable'>; readonly step: ListStep } {
  const goesRound = nextCursor !== undefined && followed.has(nextCursor);
  const next = goesRound ? null : (nextCursor ?? null);
  return {
    page: { next, isEnd: nextCursor === undefined, unreadable: skipped },
    step:
      next === null
        ? { kind: 'ended', failure: faultOf(goesRound, unreadable + skipped) }
        : { kind: 'next', position: positionAt(next, followed, unreadable + skipped) },
  };
}

function positionAt(cursor: string, followed: ReadonlySet<string>, unreadable: number): ListPosition {
  return { cursor, followed: new Set(followed).add(cursor), unreadable, isFromEarlier: false };
}

function faultOf(goesRound: boolean, unreadable: number): Failure | null {
  if (goesRound) return detailed('answer_unreadable', 'cursor_repeated');
  return unreadable === 0 ? null : detailed('answer_unreadable', 'cards_unreadable');
}

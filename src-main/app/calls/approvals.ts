import { isDeepStrictEqual } from 'node:util';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { StaffId } from '../../core/ids.ts';
import type { Randomness } from '../../core/ports.ts';
import { approvalRefusal, type Need } from '../../staff/approval-check.ts';

/** A call as it was made, without a word of approval. */
interface MadeCall {
  readonly name: string;
  readonly input: unknown;
  readonly by: StaffId;
}

/**
 * Calls that were refused until a manager approves them. A word is for that very call, by the same person with the same
 * arguments while the counter stays open, and is used up with it: the page gets nothing that it could keep for another.
 */
export interface Approvals {
  /** The refusal, with the id that the same call gives with a manager's PIN. */
  readonly refuse: (call: MadeCall, needs: readonly Need[], isWatched: () => boolean) => Failure;
  /** What this call was refused for under that id; null where it is another call, or its word was used. */
  readonly needsFor: (id: string, call: MadeCall) => readonly Need[] | null;
  /** False where it was used meanwhile. */
  readonly use: (id: string) => boolean;
}

interface Refused {
  readonly call: MadeCall;
  readonly needs: readonly Need[];
  readonly isWatched: () => boolean;
}

/** Nobody has more questions open than a page can show. */
const keptAtMost = 8;

export function createApprovals(randomness: Pick<Randomness, 'uuid'>): Approvals {
  const refusals = new Map<string, Refused>();
  return {
    refuse: (call, needs, isWatched) => {
      const id = randomness.uuid();
      refusals.set(id, { call, needs, isWatched });
      for (const oldest of [...refusals.keys()].slice(0, -keptAtMost)) refusals.delete(oldest);
      return approvalRefusal(needs, id);
    },
    needsFor: (id, call) => {
      const refused = refusals.get(id);
      return refused !== undefined && refused.isWatched() && isDeepStrictEqual(refused.call, call)
        ? refused.needs
        : null;
    },
    use: (id) => refusals.delete(id),
  };
}

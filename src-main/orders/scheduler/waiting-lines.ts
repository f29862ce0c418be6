import type { OperationId } from '../../core/ids.ts';
import type { OrderCall } from '../machine/verdict.ts';

/**
 * The three lines in which orders wait for their turn: what was never sent and is wanted, reads, and what goes out
 * again.
 */
export const lines = ['first', 'read', 'again'] as const;
export type Line = (typeof lines)[number];

/** What a look at an order says: the call that it goes on with now, or for how long it is left alone. */
export type Look = { readonly call: OrderCall } | { readonly againInMs: number };

/**
 * The orders that are due. In each line whoever was tried longest ago is next: what fails goes to the back, and every
 * one has its turn.
 */
export interface WaitingLines {
  /** Sets who waits, oldest order first, and which of them were never sent. */
  set(due: readonly OperationId[], unsent: readonly OperationId[]): void;
  /** Takes the next that `look` finds to belong into the line; null where there is none, or too many were looked at. */
  take(line: Line, look: (operationId: OperationId) => Look): OperationId | null;
  leaveAlone(operationId: OperationId, ms: number): void;
  /** Whoever was left alone is looked at again. */
  lookAgain(): void;
}

/** A look reads the history of an order: so many are read at most before other work has its turn. */
const looksAtMost = 16;
/** Of so many orders it is remembered when they were tried. */
const rememberedAtMost = 10_000;

export function createWaitingLines(monotonicMs: () => number): WaitingLines {
  let waiting: readonly OperationId[] = [];
  let unsent: ReadonlySet<OperationId> = new Set();
  let turns = 0;
  const triedAt = new Map<OperationId, number>();
  const leftUntilMs = new Map<OperationId, number>();
  /** What comes next for an order, as it was found last: a guess, which the next look puts right. */
  const lastCall = new Map<OperationId, OrderCall>();
  const lineOf = (operationId: OperationId, call: OrderCall): Line =>
    call === 'getPartnerOrder' ? 'read' : unsent.has(operationId) ? 'first' : 'again';
  const mayBelong = (operationId: OperationId, line: Line): boolean => {
    if ((leftUntilMs.get(operationId) ?? 0) > monotonicMs()) return false;
    const call = lastCall.get(operationId) ?? (unsent.has(operationId) ? 'createPartnerOrder' : null);
    return call === null ? line !== 'first' : lineOf(operationId, call) === line;
  };
  const toTheBack = (operationId: OperationId): void => {
    turns += 1;
    triedAt.delete(operationId);
    triedAt.set(operationId, turns);
    if (triedAt.size > rememberedAtMost) for (const oldest of [...triedAt.keys()].slice(0, 1)) triedAt.delete(oldest);
    waiting = waiting.filter((one) => one !== operationId);
  };
  return {
    set: (due, neverSent) => {
      waiting = due.toSorted((a, b) => (triedAt.get(a) ?? 0) - (triedAt.get(b) ?? 0));
      unsent = new Set(neverSent);
      const here = new Set(due);
      for (const known of [leftUntilMs, lastCall])
        for (const operationId of known.keys()) if (!here.has(operationId)) known.delete(operationId);
    },
    take: (line, look) => {
      for (const operationId of waiting.filter((one) => mayBelong(one, line)).slice(0, looksAtMost)) {
        const found = look(operationId);
        if ('call' in found) {
          lastCall.set(operationId, found.call);
          if (lineOf(operationId, found.call) !== line) continue;
          toTheBack(operationId);
          return operationId;
        }
        leftUntilMs.set(operationId, monotonicMs() + found.againInMs);
        toTheBack(operationId);
      }
      return null;
    },
    leaveAlone: (operationId, ms) => void leftUntilMs.set(operationId, monotonicMs() + ms),
    lookAgain: () => leftUntilMs.clear(),
  };
}

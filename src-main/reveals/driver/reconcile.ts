import type { Failure } from '../../../src-shared/contract/codes.ts';
import { err, type Result } from '../../core/result.ts';
import { everyOrder, wasAnsweredAfter } from '../../orders/codes/order-codes.ts';
import { revealEvent } from '../machine/events.ts';
import { findingsOf, type LostOrder, type Reconciled } from '../machine/findings.ts';
import { knownCardsIn, type KnownCards } from '../machine/known-cards.ts';
import { failureIn, mayAccept, type Unchecked } from '../machine/unchecked.ts';
import type { RevealContext } from '../records/context.ts';
import { recordFindings } from '../records/findings.ts';
import { doubtedWallets, openCheck } from '../records/owned-check.ts';
import { rowOfReveal } from '../records/stored-events.ts';
import { readLostOrders } from './lost-orders.ts';
import { readEveryWallet } from './wallet-lists.ts';

type ReconcileContext = Pick<RevealContext, 'session' | 'journal' | 'records' | 'background'>;

/**
 * Reads every owned card of every wallet and records those that are unknown here, so that codes come out again. A check
 * that stops goes on at its last page. `acceptedBy` accepts what an earlier check reported as unreadable. Errors: the
 * first reason why something could not be read; `openCheck` has all of them.
 */
export async function reconcileOwnedCards(
  context: ReconcileContext,
  acceptedBy?: string,
): Promise<Result<Reconciled, Failure>> {
  const { session, journal } = context;
  const known = knownCardsIn(everyOrder(context.records));
  const { lastUnchecked } = openCheck(journal, session.clock.nowMs());
  const read = await readEveryWallet(context, known);
  if (!read.ok) return read;
  const unchecked = read.value;
  const [first] = unchecked;
  if (first !== undefined && (acceptedBy === undefined || !mayAccept(unchecked, lastUnchecked))) {
    const stopped = revealEvent('', 'owned-cards-check-stopped', { unchecked: [...unchecked] });
    const noted = journal.append(rowOfReveal(stopped));
    return noted.ok ? err(failureIn(first)) : noted;
  }
  const lost = await readLostOrders(session, journal);
  if (!lost.ok) return lost;
  return recordFindings(journal, foundIn(context, known, unchecked, lost.value), acceptedBy);
}

function foundIn(
  { session, journal }: ReconcileContext,
  known: KnownCards,
  unchecked: readonly Unchecked[],
  lostOrders: readonly LostOrder[],
): Reconciled {
  const check = openCheck(journal, session.clock.nowMs());
  const firstSeq = check.firstSeq ?? 0;
  return findingsOf(check, {
    known,
    unchecked,
    lostOrders,
    isDoubted: doubtedWallets(journal, firstSeq),
    isNewer: (operationId) => wasAnsweredAfter(journal, operationId, firstSeq),
  });
}

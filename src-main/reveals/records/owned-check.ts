import { copyStatusChangedKind } from '../../journal/copy-status.ts';
import type { Journal } from '../../journal/journal.ts';
import { copySuspectedKind } from '../../orders/codes/order-codes.ts';
import type { RevealEventKind } from '../machine/events.ts';
import { ownedCheckIn, type OwnedCheck } from '../machine/owned-check.ts';
import { mayAccept, type Unchecked } from '../machine/unchecked.ts';
import { revealEventsOf } from './stored-events.ts';

const startingKinds = [copyStatusChangedKind, 'owned-cards-reconciled' satisfies RevealEventKind, copySuspectedKind];

const checkKinds: readonly RevealEventKind[] = ['owned-cards-read', 'owned-cards-check-stopped'];

/** The check that is under way in these records, with no page read where none is. */
export function openCheck(journal: Pick<Journal, 'events' | 'copyStatus'>, nowMs: number): OwnedCheck {
  const afterSeq = Math.max(0, ...startingKinds.map((kind) => journal.events({ kind }).at(-1)?.seq ?? 0));
  const events = checkKinds.flatMap((kind) => revealEventsOf(journal, { kind, afterSeq }));
  return ownedCheckIn(events, nowMs, journal.copyStatus() === 'own');
}

/** What the last check could not read, and whether a person may accept that; null where none has stopped. */
export function lastUnchecked(
  journal: Pick<Journal, 'events' | 'copyStatus'>,
  nowMs: number,
): { readonly items: readonly Unchecked[]; readonly acceptable: boolean } | null {
  const { lastUnchecked: items } = openCheck(journal, nowMs);
  return items === null ? null : { items, acceptable: mayAccept(items, items) };
}

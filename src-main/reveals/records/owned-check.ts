import type { WalletId } from '../../core/ids.ts';
import { copyStatusChangedKind } from '../../journal/copy-status.ts';
import type { Journal } from '../../journal/journal.ts';
import { copySuspectedKind, isCopySuspected } from '../../orders/codes/order-codes.ts';
import type { RevealEventKind } from '../machine/events.ts';
import { ownedCheckIn, type OwnedCheck } from '../machine/owned-check.ts';
import { mayAccept, type Unchecked } from '../machine/unchecked.ts';
import { revealEventsOf } from './stored-events.ts';

const doubtKinds = [copyStatusChangedKind, copySuspectedKind];
const startingKinds = [...doubtKinds, 'owned-cards-reconciled' satisfies RevealEventKind];

const checkKinds: readonly RevealEventKind[] = ['owned-cards-read', 'owned-cards-check-stopped'];

/** The check that is under way in these records, with no page read where none is. */
export function openCheck(journal: Pick<Journal, 'events' | 'copyStatus'>, nowMs: number): OwnedCheck {
  const afterSeq = lastSeqOf(journal, startingKinds);
  const events = checkKinds.flatMap((kind) => revealEventsOf(journal, { kind, afterSeq }));
  return ownedCheckIn(events, nowMs, journal.copyStatus() === 'own');
}

/**
 * In which wallets sales may be lost from these records: in all while they are in doubt, and later in those that no
 * check before `checkSeq` read to their end since then, because the service did not show them.
 */
export function doubtedWallets(
  journal: Pick<Journal, 'events' | 'copyStatus'>,
  checkSeq: number,
): (walletId: WalletId) => boolean {
  if (isCopySuspected(journal)) return () => true;
  const doubtedSeq = lastSeqOf(journal, doubtKinds);
  if (doubtedSeq === 0) return () => false;
  const pages = revealEventsOf(journal, { kind: 'owned-cards-read', afterSeq: doubtedSeq });
  const readWhole = new Set(
    pages.flatMap(({ seq, kind, body }) =>
      kind === 'owned-cards-read' && seq < checkSeq && body.isEnd ? [body.walletId] : [],
    ),
  );
  return (walletId) => !readWhole.has(walletId);
}

function lastSeqOf(journal: Pick<Journal, 'events'>, kinds: readonly string[]): number {
  return Math.max(0, ...kinds.map((kind) => journal.events({ kind }).at(-1)?.seq ?? 0));
}

/** What the last check could not read, and whether a person may accept that; null where none has stopped. */
export function lastUnchecked(
  journal: Pick<Journal, 'events' | 'copyStatus'>,
  nowMs: number,
): { readonly items: readonly Unchecked[]; readonly acceptable: boolean } | null {
  const { lastUnchecked: items } = openCheck(journal, nowMs);
  return items === null ? null : { items, acceptable: mayAccept(items, items) };
}

import type { Journal } from '../../journal/journal.ts';
import { ownedCardsReconciledKind } from '../../orders/records/copies.ts';
import type { KnownComplaint } from './complaint-records.ts';

/**
 * Whether the card may have been made good in records that were lost: it was sold before these were restored or copied,
 * and the service showed cards since that they do not know, or did not show all.
 */
export function mayBeMadeGoodElsewhere(
  journal: Pick<Journal, 'isSettleOnly' | 'events'>,
  { complaint }: KnownComplaint,
): boolean {
  if (!journal.isSettleOnly(complaint.operationId)) return false;
  const [found] = journal.events({ kind: ownedCardsReconciledKind, newestFirst: true, limit: 1 });
  const unknown = found?.body['unknownCards'];
  return !Array.isArray(unknown) || unknown.length > 0 || found?.body['unchecked'] !== undefined;
}

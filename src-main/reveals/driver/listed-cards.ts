import { createReads } from '../../catalogue/reads.ts';
import { pagesOf } from '../../catalogue/walk.ts';
import type { OperationId, SoldCardId, WalletId } from '../../core/ids.ts';
import type { PartnerSession } from '../../exchange/session.ts';

/**
 * The cards of a wallet that the service lists under an operation, newest first, until `quantity` of them are found.
 * Fewer, or none, where the list cannot be read to its end or names no operations.
 */
export async function cardsListedFor(
  session: PartnerSession,
  walletId: WalletId,
  operationId: OperationId,
  quantity: number,
): Promise<ReadonlySet<SoldCardId>> {
  const reads = createReads(session);
  const listed = new Set<SoldCardId>();
  for await (const page of pagesOf((cursor) => reads.ownedCards(walletId, cursor))) {
    if (!page.ok) break;
    for (const card of page.value) if (card.operationId === operationId) listed.add(card.soldCardId);
    if (listed.size >= quantity) break;
  }
  return listed;
}

import type { Failure } from '../../../src-shared/contract/codes.ts';
import { createReads } from '../../catalogue/reads.ts';
import { pagesOf, withFreshCursors } from '../../catalogue/walk.ts';
import type { OperationId, SoldCardId, WalletId } from '../../core/ids.ts';
import { ok, type Result } from '../../core/result.ts';
import type { PartnerSession } from '../../exchange/session.ts';
import type { OwnedCard } from '../../partner-api/operations/owned-cards.ts';
import type { SoldOrder } from '../machine/sold-order.ts';

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
  const listed = new Set<SoldCardId>();
  await readCards(session, walletId, (card) => {
    if (card.operationId === operationId) listed.add(card.soldCardId);
    return listed.size >= quantity;
  });
  return listed;
}

/**
 * The cards that the service lists as those of an order: under the operation, and where the list names none, all that
 * are on its invoice; none where that holds more than were bought. Errors: those of the list.
 */
export async function cardsOfOrder(
  session: PartnerSession,
  operationId: OperationId,
  { intent, completed }: SoldOrder,
): Promise<Result<ReadonlySet<SoldCardId>, Failure>> {
  const [named, onInvoice] = [new Set<SoldCardId>(), new Set<SoldCardId>()];
  const read = await readCards(session, intent.walletId, (card) => {
    if (card.operationId === operationId) named.add(card.soldCardId);
    if (card.operationId === undefined && card.invoiceId !== undefined && card.invoiceId === completed?.invoiceId)
      onInvoice.add(card.soldCardId);
    return named.size >= intent.quantity;
  });
  if (!read.ok) return read;
  if (named.size > 0) return ok(named);
  return ok(onInvoice.size > intent.quantity ? new Set<SoldCardId>() : onInvoice);
}

/** Shows each card of a wallet to `take`, newest first, and reads no further page once that has enough. */
async function readCards(
  session: PartnerSession,
  walletId: WalletId,
  take: (card: OwnedCard) => boolean,
): Promise<Result<void, Failure>> {
  const reads = createReads(session);
  return withFreshCursors(
    (cursor) => reads.ownedCards(walletId, cursor),
    async (read) => {
      for await (const page of pagesOf(read)) {
        if (!page.ok) return page;
        let isEnough = false;
        for (const card of page.value) isEnough = take(card);
        if (isEnough) break;
      }
      return ok(undefined);
    },
  );
}

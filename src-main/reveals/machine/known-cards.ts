import type { OperationId, SoldCardId, WalletId } from '../../core/ids.ts';
import type { PageRead } from './owned-check.ts';
import type { SoldOrder } from './sold-order.ts';

/** What these records have: the wallets they sold from, their orders, and the cards and invoices that those brought. */
export interface KnownCards {
  readonly wallets: ReadonlySet<WalletId>;
  readonly operationIds: ReadonlySet<string>;
  readonly bought: ReadonlyMap<SoldCardId, { readonly walletId: WalletId; readonly operationId: OperationId }>;
  readonly invoices: ReadonlySet<string>;
}

/** An owned card as the service lists it. */
export interface ListedCard {
  readonly soldCardId: SoldCardId;
  readonly operationId?: string;
  readonly invoiceId?: string;
}

export function knownCardsIn(orders: Iterable<readonly [OperationId, SoldOrder]>): KnownCards {
  const [wallets, operationIds, invoices] = [new Set<WalletId>(), new Set<string>(), new Set<string>()];
  const bought = new Map<SoldCardId, { readonly walletId: WalletId; readonly operationId: OperationId }>();
  for (const [operationId, { intent, sealedCodes, completed }] of orders) {
    const { walletId } = intent;
    wallets.add(walletId);
    operationIds.add(operationId);
    for (const card of sealedCodes.keys()) bought.set(card, { walletId, operationId });
    if (typeof completed?.invoiceId === 'string') invoices.add(completed.invoiceId);
  }
  return { wallets, operationIds, bought, invoices };
}

/** Sorts listed cards into those that these records know of and those that they do not. */
export function compared(
  known: KnownCards,
  cards: readonly ListedCard[],
): Pick<PageRead, 'known' | 'unknown' | 'others'> {
  const isKnown = ({ soldCardId, operationId, invoiceId }: ListedCard): boolean =>
    known.bought.has(soldCardId) ||
    (operationId !== undefined && known.operationIds.has(operationId)) ||
    (invoiceId !== undefined && known.invoices.has(invoiceId));
  const unknown = cards.filter((card) => !isKnown(card));
  return {
    known: idsOf(cards.filter(isKnown)),
    unknown: idsOf(unknown),
    others: idsOf(unknown.filter(({ operationId, invoiceId }) => operationId !== undefined || invoiceId !== undefined)),
  };
}

function idsOf(cards: readonly ListedCard[]): SoldCardId[] {
  return cards.map(({ soldCardId }) => soldCardId);
}

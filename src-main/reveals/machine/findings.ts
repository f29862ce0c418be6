import type { OperationId, SoldCardId, WalletId } from '../../core/ids.ts';
import { revealEvent, type NewRevealEvent, type RevealEventBody } from './events.ts';
import type { KnownCards } from './known-cards.ts';
import type { OwnedCheck } from './owned-check.ts';
import type { Unchecked } from './unchecked.ts';

/** An order whose intent a salvage could not lift, as the service says it stands. */
export interface LostOrder extends Readonly<RevealEventBody<'lost-order-read'>> {
  readonly operationId: string;
}

/** What the service's list of owned cards shows beside these records. Ids only. */
export interface Reconciled {
  readonly ownedCards: number;
  /**
   * Owned, and no order of these records names them or their order: another counter's, or lost from these records.
   * Where the records have lost nothing, those that name another order are no finding.
   */
  readonly unknownCards: readonly SoldCardId[];
  /** In these records as bought, and not owned. */
  readonly missingCards: readonly SoldCardId[];
  /** What a person accepted unread; absent where everything was read. */
  readonly unchecked?: readonly Unchecked[];
  /** How orders whose intent a salvage could not lift stand at the service; absent where there are none. */
  readonly lostOrders?: readonly LostOrder[];
}

/** What a check that came to its end is compared with. */
export interface Beside {
  readonly known: KnownCards;
  readonly unchecked: readonly Unchecked[];
  readonly lostOrders: readonly LostOrder[];
  /** Whether these records may have lost sales of this wallet: cards of other orders are a finding there. */
  readonly isDoubted: (walletId: WalletId) => boolean;
  /** Whether an answer said more of an order since the first page of the check was read. */
  readonly isNewer: (operationId: OperationId) => boolean;
}

export function findingsOf(check: OwnedCheck, beside: Beside): Reconciled {
  const { unchecked, lostOrders, isDoubted } = beside;
  return {
    ownedCards: check.owned.size,
    unknownCards: [...check.unknown].filter((card) => {
      const walletId = check.others.get(card);
      return walletId === undefined || isDoubted(walletId);
    }),
    missingCards: missingIn(check, beside),
    ...(unchecked.length === 0 ? {} : { unchecked }),
    ...(lostOrders.length === 0 ? {} : { lostOrders }),
  };
}

/** Bought here from a wallet that was read whole, and not in it; but for what was bought while it was read. */
function missingIn({ owned }: OwnedCheck, { known, unchecked, isNewer }: Beside): readonly SoldCardId[] {
  const unread = new Set(unchecked.map(({ walletId }) => walletId));
  return [...known.bought]
    .filter(([card, { walletId, operationId }]) => !owned.has(card) && !unread.has(walletId) && !isNewer(operationId))
    .map(([card]) => card);
}

/** The event of a check that ended, and before it a person's word for what could not be read. */
export function conclusion(
  { ownedCards, unknownCards, missingCards, unchecked, lostOrders }: Reconciled,
  acceptedBy: string | undefined,
): { readonly accepted: readonly NewRevealEvent[]; readonly reconciled: NewRevealEvent<'owned-cards-reconciled'> } {
  return {
    accepted:
      unchecked === undefined || acceptedBy === undefined
        ? []
        : [revealEvent('', 'unchecked-cards-accepted', { by: acceptedBy, unchecked: [...unchecked] })],
    reconciled: revealEvent('', 'owned-cards-reconciled', {
      ownedCards,
      unknownCards: [...unknownCards],
      missingCards: [...missingCards],
      ...(unchecked === undefined ? {} : { unchecked: [...unchecked] }),
      ...(lostOrders === undefined ? {} : { lostOrders: [...lostOrders] }),
    }),
  };
}

import type { BasketId, CardId, OperationId, SoldCardId, WalletId } from '../../core/ids.ts';
import type { Money } from '../../core/money.ts';
import type { SaleCharge } from './events.ts';

/** What a person asks for. `expectedUnitPrice` is the catalogue's `unitPrice` for this wallet, verbatim. */
export interface NewSale {
  readonly walletId: WalletId;
  readonly cardId: CardId;
  readonly quantity: number;
  readonly expectedUnitPrice: Money;
  /** What the customer pays, where that is not the cost. It stays here: the service hears only of the cost. */
  readonly charge?: SaleCharge;
  readonly externalReference?: string;
  readonly useAllowedDebt: boolean;
  readonly cardName?: { readonly ar?: string | undefined; readonly en?: string | undefined };
  /** The final operation that this one is a new try of. */
  readonly replaces?: OperationId;
  /** The sold card that this one makes good, at no charge. */
  readonly makesGoodFor?: { readonly operationId: OperationId; readonly soldCardId: SoldCardId };
  /** Nobody pressed for it: the one that it replaces was refused because its cost changed. */
  readonly afterPriceChange?: true;
  /** What its customer buys beside it. A new try is in the basket of the order that it is made instead of. */
  readonly inBasket?: BasketSlot;
}

/** A line of a basket, counted from 0. */
export interface BasketSlot {
  readonly basket: BasketId;
  readonly line: number;
}

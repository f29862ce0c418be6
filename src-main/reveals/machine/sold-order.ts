import type { SoldCardId, WalletId } from '../../core/ids.ts';

/** An order as far as its codes go. */
export interface SoldOrder {
  readonly intent: { readonly walletId: WalletId; readonly quantity: number };
  /** What the service said when it was bought; null before that. `differs`: members that are not what was meant. */
  readonly completed: { readonly invoiceId: string | null; readonly differs: readonly string[] } | null;
  /** Which sealed answer holds the codes of which cards. */
  readonly sealedCodes: ReadonlyMap<SoldCardId, string>;
  /** How often any of them were shown, copied or printed. */
  readonly timesCodesOut: number;
  readonly handedOver: boolean;
  /** The money went back before that: the codes are the shop's. */
  readonly keptBack: boolean;
}

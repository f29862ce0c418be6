import type { LocalizedText } from '../../src-shared/contract/schemas.ts';
import type { Language } from '../../src-shared/words/languages.ts';
import type { CardCodes } from '../core/card-codes.ts';
import { chargedIn, printsOut, type Charged, type Order } from '../orders/codes/order-codes.ts';

/** What stands on a receipt, before it is put into words. */
export interface Receipt {
  readonly language: Language;
  /** Who sells; a training says so instead. */
  readonly shop: string | null;
  readonly cardName: LocalizedText | null;
  readonly quantity: number;
  /** What the customer pays. The cost stands on no paper. */
  readonly charged: Charged;
  readonly soldAtMs: number;
  readonly externalReference: string | null;
  readonly operationId: string;
  readonly invoiceId: string | null;
  /** The order of a card that this one takes the place of, at no charge. */
  readonly makesGoodFor?: string;
  /** Not the first that may have been printed for this order. */
  readonly isCopy: boolean;
  /** Absent on a receipt without codes; `covered` where it is only looked at. */
  readonly codes: readonly CardCodes[] | 'covered' | null;
}

export type ReceiptOptions = Pick<Receipt, 'language' | 'shop' | 'codes'>;

export function receiptOf(operationId: string, facts: Order, options: ReceiptOptions): Receipt {
  const { intent, intendedAtMs, completed } = facts;
  return {
    ...options,
    operationId,
    cardName: intent.cardName,
    quantity: intent.quantity,
    charged: chargedIn(intent),
    soldAtMs: intendedAtMs,
    externalReference: intent.externalReference,
    invoiceId: completed?.invoiceId ?? null,
    ...(intent.makesGoodFor === undefined ? {} : { makesGoodFor: intent.makesGoodFor.operationId }),
    isCopy: printsOut(facts) > 0,
  };
}

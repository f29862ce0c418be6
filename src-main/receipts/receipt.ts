import Big from 'big.js';
import type { PaymentMeans } from '../../src-shared/contract/payment-words.ts';
import type { PreferencesView } from '../../src-shared/contract/preferences.ts';
import type { LocalizedText } from '../../src-shared/contract/schemas.ts';
import { languages, type Language } from '../../src-shared/words/languages.ts';
import type { CardCodes } from '../core/card-codes.ts';
import type { OperationId } from '../core/ids.ts';
import { decimalsIn } from '../core/money.ts';
import { chargedIn, printsOut, type Charged, type Order } from '../orders/codes/order-codes.ts';

/** Who sells. In each script in which somebody wrote it, that of the receipt's language first. */
export interface ReceiptShop {
  readonly names: readonly string[];
  readonly addresses: readonly string[];
}

/** What one order of the sale adds to its receipt. */
export interface ReceiptLine {
  readonly cardName: LocalizedText | null;
  readonly quantity: number;
  /** What the customer pays. The cost stands on no paper. */
  readonly charged: Charged;
  readonly externalReference: string | null;
  readonly operationId: string;
  readonly invoiceId: string | null;
  /** By what the sale is found whose card this one takes the place of, at no charge. */
  readonly makesGoodFor?: string;
  /** Absent on a receipt without codes; `covered` where it is only looked at. */
  readonly codes: readonly CardCodes[] | 'covered' | null;
}

/** What stands on a receipt, before it is put into words. */
export interface Receipt {
  readonly language: Language;
  /** A training says that it is one instead. */
  readonly shop: ReceiptShop | null;
  /** The short number of the sale; null in records from before there were any. */
  readonly saleNumber: string | null;
  readonly lines: readonly ReceiptLine[];
  readonly soldAtMs: number;
  /** How the customer paid; null where nobody notes it. */
  readonly paidBy?: PaymentMeans | null;
  /** What the customer got back of it since, by currency. */
  readonly givenBack?: readonly { readonly amount: string; readonly currency: string }[];
  /** The money went back before the hand-over: this paper is no proof of codes. */
  readonly isVoid?: boolean;
  /** Not the first that may have been printed for this sale. */
  readonly isCopy: boolean;
}

/** An order of the sale, and what is printed of its codes. */
export interface SoldOrder {
  readonly operationId: OperationId;
  readonly order: Order;
  readonly makesGoodFor?: string;
  readonly codes: ReceiptLine['codes'];
}

export type ReceiptOptions = Pick<Receipt, 'language' | 'shop' | 'paidBy' | 'givenBack'>;

/** The receipt of one sale: of one order, or of all that one customer bought at once. */
export function receiptOf(sold: readonly SoldOrder[], options: ReceiptOptions): Receipt {
  const numbers = new Set(sold.map(({ order }) => order.intent.saleNumber ?? null));
  const [saleNumber = null] = numbers;
  return {
    ...options,
    saleNumber: numbers.size === 1 ? saleNumber : null,
    lines: sold.map(({ operationId, order: { intent, completed }, makesGoodFor, codes }) => ({
      cardName: intent.cardName,
      quantity: intent.quantity,
      charged: chargedIn(intent),
      externalReference: intent.externalReference ?? null,
      operationId,
      invoiceId: completed?.invoiceId ?? null,
      ...(makesGoodFor === undefined ? {} : { makesGoodFor }),
      codes,
    })),
    soldAtMs: Math.min(...sold.map(({ order }) => order.intendedAtMs)),
    isVoid: sold.length > 0 && sold.every(({ order }) => order.keptBack),
    isCopy: sold.some(({ order }) => printsOut(order) > 0),
  };
}

/** What is paid in each currency, in the sequence of the lines; never added over two. */
export function totalsOf({ lines }: Pick<Receipt, 'lines'>): readonly Pick<Charged, 'total' | 'currency'>[] {
  const totals = new Map<string, Big>();
  for (const { charged } of lines)
    totals.set(charged.currency, new Big(charged.total).plus(totals.get(charged.currency) ?? 0));
  const places = (currency: string): number =>
    Math.max(...lines.map(({ charged }) => (charged.currency === currency ? decimalsIn(charged.total) : 0)));
  return [...totals].map(([currency, total]) => ({ total: total.toFixed(places(currency)), currency }));
}

/** As a manager wrote it; the name of the deployment, if it has one, where nobody did. */
export function receiptShop(shop: PreferencesView['shop'], otherwise: string | null, language: Language): ReceiptShop {
  const { nameEn, nameAr, addressEn, addressAr } = shop;
  const written = (en: string, ar: string): readonly string[] =>
    [...new Set((languages[language].service === 'ar' ? [ar, en] : [en, ar]).map((text) => text.trim()))].filter(
      (text) => text !== '',
    );
  const names = written(nameEn, nameAr);
  return {
    names: names.length === 0 && otherwise !== null ? [otherwise] : names,
    addresses: written(addressEn, addressAr),
  };
}

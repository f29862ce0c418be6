import { Big } from 'big.js';
import type { Text } from './faces.ts';

export type Currency = 'KWD' | 'JOD' | 'USD';

export interface WalletSeed {
  readonly currency: Currency;
  readonly name: Text;
  readonly balance: string;
  readonly allowedDebt?: string;
}

export const wallets: readonly WalletSeed[] = [
  { currency: 'KWD', name: { ar: 'محفظة الكويت', en: 'Kuwait wallet' }, balance: '5000.000' },
  { currency: 'JOD', name: { ar: 'محفظة الأردن', en: 'Jordan wallet' }, balance: '6500.000', allowedDebt: '750.000' },
  { currency: 'USD', name: { ar: 'محفظة الدولار', en: 'Dollar wallet' }, balance: '12000.000' },
];

export const businessName = { ar: 'المنار للهواتف والألعاب', en: 'Al Manar Phones and Games' };

/** What one dollar of face value costs each wallet: the exchange rate and the wallet's own margin. */
const ratePerUsd: Record<Currency, string> = { KWD: '0.30854', JOD: '0.71754', USD: '1.0125' };

/** A wallet's price, exact to three decimals. `margin` is 1 for the price that the wallet pays. */
export function priceIn(currency: Currency, faceUsd: Big, margin = '1'): string {
  return faceUsd.times(ratePerUsd[currency]).times(margin).toFixed(3, Big.roundHalfUp);
}

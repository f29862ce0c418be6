import { fitsCoins } from '../../../src-shared/money/currency-decimals.ts';
import { typedDecimal } from './typed-decimal.ts';

/** What a person typed as an amount with its three decimals; null where it is none. Never by way of a float. */
export function typedAmount(text: string): string | null {
  // Digits with a space between them may be two numbers.
  const plain = /\p{Nd}\s+\p{Nd}/u.test(text) ? '' : typedDecimal(text);
  const [, whole, decimals = ''] = /^(\d{1,12})(?:\.(\d{1,3}))?$/.exec(plain) ?? [];
  return whole === undefined ? null : `${whole.replace(/^0+(?=\d)/, '')}.${decimals.padEnd(3, '0')}`;
}

/** The same for cash, which has no smaller coins than its currency. */
export function typedCash(text: string, currency: string): string | null {
  return fitsCoins(typedDecimal(text), currency) ? typedAmount(text) : null;
}

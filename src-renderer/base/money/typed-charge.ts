import { decimalsOf } from '../../../src-shared/money/currency-decimals.ts';
import { typedDecimal } from './typed-decimal.ts';

/** What a customer pays by what a person typed, with the decimals of its currency; null where it is no such amount. */
export function typedCharge(text: string, currency: string): string | null {
  const decimals = decimalsOf(currency);
  const [, whole, part = ''] = /^(0|[1-9]\d{0,8})(?:\.(\d+))?$/.exec(typedDecimal(text)) ?? [];
  if (whole === undefined || part.length > decimals || !/[1-9]/.test(whole + part)) return null;
  return decimals === 0 ? whole : `${whole}.${part.padEnd(decimals, '0')}`;
}

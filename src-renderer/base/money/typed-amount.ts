import { normalised } from '../../../src-shared/search/search-text.ts';

/**
 * What a person typed, in either set of digits, as an amount with its three decimals; null where it is none. Never by
 * way of a float.
 */
export function typedAmount(text: string): string | null {
  const [, whole, decimals = ''] =
    /^(\d{1,12})(?:\.(\d{1,3}))?$/.exec(/[-\u2212]/.test(text) ? '' : normalised(text)) ?? [];
  return whole === undefined ? null : `${whole.replace(/^0+(?=\d)/, '')}.${decimals.padEnd(3, '0')}`;
}

import { decimalsOf } from './currency-decimals.ts';
import { groupThousands } from './group-thousands.ts';

/**
 * An amount as people write it: "12.000 USD" reads as twelve thousand, so zeros beyond the usual decimals go, and those
 * that are missing come. Text only, never rounded.
 */
export function shownAmount(amount: string, currency: string): string {
  const [whole = '', decimals = ''] = amount.split('.');
  const fewest = decimalsOf(currency);
  const shown = /[^0]/.test(decimals.slice(fewest)) ? decimals : decimals.slice(0, fewest).padEnd(fewest, '0');
  return groupThousands(shown === '' ? whole : `${whole}.${shown}`);
}

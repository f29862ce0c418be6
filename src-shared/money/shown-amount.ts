import { groupThousands } from './group-thousands.ts';

/** Fewest decimals that people write of a currency; two where it is not named. */
const fewestDecimals: Readonly<Record<string, number>> = {
  KWD: 3,
  BHD: 3,
  OMR: 3,
  JOD: 3,
  LYD: 3,
  TND: 3,
  IQD: 0,
  LBP: 0,
  SYP: 0,
};

/**
 * An amount as people write it: "12.000 USD" reads as twelve thousand, so zeros beyond the usual decimals go. Text
 * only, never rounded.
 */
export function shownAmount(amount: string, currency: string): string {
  const [whole = '', decimals = ''] = amount.split('.');
  const fewest = Object.hasOwn(fewestDecimals, currency) ? (fewestDecimals[currency] ?? 2) : 2;
  const shown = /[^0]/.test(decimals.slice(fewest)) ? decimals : decimals.slice(0, fewest);
  return groupThousands(shown === '' ? whole : `${whole}.${shown}`);
}

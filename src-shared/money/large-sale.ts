/** Totals of about the same worth: what one customer seldom spends on cards at once. */
const usualAmounts: Readonly<Record<string, string>> = {
  KWD: '100.000',
  BHD: '100.000',
  OMR: '100.000',
  JOD: '100.000',
  USD: '300.000',
  EUR: '300.000',
  SAR: '1000.000',
  AED: '1000.000',
  QAR: '1000.000',
  ILS: '1000.000',
  LYD: '1500.000',
  TND: '1000.000',
  MAD: '3000.000',
  TRY: '10000.000',
  EGP: '15000.000',
  DZD: '40000.000',
  YER: '75000.000',
  SDG: '150000.000',
  IQD: '400000.000',
  SYP: '3000000.000',
  LBP: '25000000.000',
};
const otherCurrencies = '1000.000';

/**
 * The total in `currency` above which a sale asks once more: as the manager chose it, or the usual one. An amount with
 * three decimals.
 */
export function askAboveAmountIn(currency: string, chosen: Readonly<Record<string, string>>): string {
  return own(chosen, currency) ?? own(usualAmounts, currency) ?? otherCurrencies;
}

function own(amounts: Readonly<Record<string, string>>, currency: string): string | undefined {
  return Object.hasOwn(amounts, currency) ? amounts[currency] : undefined;
}

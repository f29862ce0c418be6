/**
 * How an amount stands beside its currency, as one unit of the language's own direction, and what each currency is
 * called beside an amount.
 */
const en = {
  money: '\u2066{amount}\u00a0{unit}\u2069',
  'currency.KWD': 'KWD',
  'currency.JOD': 'JOD',
  'currency.SAR': 'SAR',
  'currency.AED': 'AED',
  'currency.BHD': 'BHD',
  'currency.QAR': 'QAR',
  'currency.OMR': 'OMR',
  'currency.IQD': 'IQD',
  'currency.EGP': 'EGP',
  'currency.LBP': 'LBP',
  'currency.SYP': 'SYP',
  'currency.USD': 'USD',
} as const;

const ar: Readonly<Record<keyof typeof en, string>> = {
  money: '\u2067{amount}\u00a0{unit}\u2069',
  'currency.KWD': 'د.ك',
  'currency.JOD': 'د.أ',
  'currency.SAR': 'ر.س',
  'currency.AED': 'د.إ',
  'currency.BHD': 'د.ب',
  'currency.QAR': 'ر.ق',
  'currency.OMR': 'ر.ع',
  'currency.IQD': 'د.ع',
  'currency.EGP': 'ج.م',
  'currency.LBP': 'ل.ل',
  'currency.SYP': 'ل.س',
  'currency.USD': '$',
};

export const currencyWords = { en, ar } as const;

/** The currency as it stands beside an amount; its code where it has no other name. */
export function currencyName(currency: string, language: keyof typeof currencyWords): string {
  const names: Readonly<Record<string, string>> = currencyWords[language];
  const key = `currency.${currency}`;
  return Object.hasOwn(names, key) ? (names[key] ?? currency) : currency;
}

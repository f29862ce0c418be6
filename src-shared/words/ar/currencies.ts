import type { currencies as english } from '../en/currencies.ts';

export const currencies: Record<keyof typeof english, string> = {
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

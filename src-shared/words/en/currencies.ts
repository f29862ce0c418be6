/** How an amount stands beside its currency, as one unit of the language's direction, and each currency's name. */
export const currencies = {
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

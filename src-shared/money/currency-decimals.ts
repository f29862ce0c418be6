/** Decimals that people write of a currency; two where it is not named. */
const decimalsByCurrency: Readonly<Record<string, number>> = {
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

/** How many decimals an amount in this currency has towards a customer. */
export function decimalsOf(currency: string): number {
  return Object.hasOwn(decimalsByCurrency, currency) ? (decimalsByCurrency[currency] ?? 2) : 2;
}

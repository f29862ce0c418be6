/** Decimals that people write of a currency, where these are not two. */
const decimalsByCurrency: ReadonlyMap<string, number> = new Map([
  ...['KWD', 'BHD', 'OMR', 'JOD', 'LYD', 'TND'].map((code) => [code, 3] as const),
  ...['CLF', 'UYW'].map((code) => [code, 4] as const),
  ...['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV'].map(
    (code) => [code, 0] as const,
  ),
  ...['XAF', 'XOF', 'XPF'].map((code) => [code, 0] as const),
  // They have smaller coins by law, which nobody has used for years.
  ...['IQD', 'LBP', 'SYP'].map((code) => [code, 0] as const),
]);

/** How many decimals an amount in this currency has towards a customer. */
export function decimalsOf(currency: string): number {
  return decimalsByCurrency.get(currency) ?? 2;
}

/** Whether a plain decimal has no more decimals than that: in a currency without coins 10.500 may mean thousands. */
export function fitsCoins(plain: string, currency: string): boolean {
  return (plain.split('.')[1] ?? '').length <= decimalsOf(currency);
}

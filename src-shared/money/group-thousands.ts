/**
 * An amount with its thousands grouped, on the screen and on paper. Text only: the value stays the exact decimal string
 * it was.
 */
export function groupThousands(amount: string): string {
  const [whole = '', decimals] = amount.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return decimals === undefined ? grouped : `${grouped}.${decimals}`;
}

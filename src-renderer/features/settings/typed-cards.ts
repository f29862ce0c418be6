import { typedDecimal } from '../../base/money/typed-decimal.ts';

/** Most cards that a deployment may take in one order. */
const most = 10_000;

/** What a person typed, in either set of digits, as a number of cards; null where it is none. */
export function typedCards(text: string): number | null {
  const digits = /^\d{1,5}$/.exec(typedDecimal(text))?.[0];
  const cards = Number(digits ?? 0);
  return cards >= 1 && cards <= most ? cards : null;
}

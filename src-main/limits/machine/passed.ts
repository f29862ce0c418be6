import Big from 'big.js';
import type { LimitTerms } from './events.ts';

/** What the shop pays for some cards of one kind, or paid for them before. */
export interface Line {
  readonly cardId: string;
  readonly cost: { readonly amount: string; readonly currency: string };
}

export type LimitKind = 'sale' | 'shift' | 'card';

/** A limit that a sale passes, and by how much. */
export interface PassedLimit {
  readonly limit: LimitKind;
  readonly currency: string;
  /** The card, where it is a limit by card. */
  readonly cardId?: string;
  readonly over: string;
}

/**
 * The limits that one sale of these lines passes. `spent` is what was bought since the last Z or may have been, and
 * `beside` what of it the same customer buys. Pure; exactly up to a limit is within it.
 */
export function passedLimits(
  limits: readonly LimitTerms[],
  lines: readonly Line[],
  spent: readonly Line[],
  beside: readonly Line[] = [],
): readonly PassedLimit[] {
  const currencies = new Set(lines.map(({ cost }) => cost.currency));
  return limits
    .filter(({ currency }) => currencies.has(currency))
    .flatMap((terms) =>
      passedOf(terms, of(terms.currency, lines), of(terms.currency, spent), of(terms.currency, beside)),
    );
}

function passedOf(
  { currency, sale, shift, card }: LimitTerms,
  lines: readonly Line[],
  spent: readonly Line[],
  beside: readonly Line[],
): readonly PassedLimit[] {
  const all = [...spent, ...lines];
  const cards = [...new Set(lines.map(({ cardId }) => cardId))];
  return [
    ...over(sale, [...beside, ...lines]).map((by) => ({ limit: 'sale' as const, currency, over: by })),
    ...over(shift, all).map((by) => ({ limit: 'shift' as const, currency, over: by })),
    ...cards.flatMap((cardId) =>
      over(card, ofCard(cardId, all)).map((by) => ({ limit: 'card' as const, currency, cardId, over: by })),
    ),
  ];
}

/** By how much a sum passes a limit: one amount, or none where it does not. */
function over(limit: string | null, lines: readonly Line[]): readonly string[] {
  if (limit === null) return [];
  const beyond = lines.reduce((sum, { cost }) => sum.plus(cost.amount), new Big(0)).minus(limit);
  return beyond.gt(0) ? [beyond.toFixed(3)] : [];
}

function of(currency: string, lines: readonly Line[]): readonly Line[] {
  return lines.filter(({ cost }) => cost.currency === currency);
}

function ofCard(cardId: string, lines: readonly Line[]): readonly Line[] {
  return lines.filter((line) => line.cardId === cardId);
}

import type { FaceValueTerms, PriceEvent, PriceRateTerms, PriceRule, PriceRuleTerms } from './events.ts';

/** The prices in force. */
export interface PriceList {
  /** The number of the last event of prices; 0 where there is none. */
  readonly revision: number;
  readonly rules: readonly PriceRule[];
  readonly rates: readonly PriceRateTerms[];
  readonly faceValues: readonly FaceValueTerms[];
}

/** What the events, oldest first, come to. */
export function priceListOf(events: readonly PriceEvent[]): PriceList {
  const rules = new Map<string, PriceRule>();
  const rates = new Map<string, PriceRateTerms>();
  const faceValues = new Map<string, FaceValueTerms>();
  for (const event of events) {
    if (event.kind === 'price-rule-set') rules.set(event.subject, ruleOf(event.subject, event.body));
    else if (event.kind === 'price-rule-removed') rules.delete(event.subject);
    else if (event.kind === 'price-rate-set')
      rates.set(JSON.stringify([event.body.from, event.body.to]), rateTermsOf(event.body));
    else faceValues.set(event.body.card, faceValueTermsOf(event.body));
  }
  return {
    revision: events.at(-1)?.seq ?? 0,
    rules: [...rules.values()],
    rates: [...rates.values()],
    faceValues: [...faceValues.values()],
  };
}

/** Who set it is history, and no part of what is in force. */
function ruleOf(id: string, { target, form, currency, rounding, allowBelowCost }: PriceRuleTerms): PriceRule {
  return { id, target, form, currency, rounding, allowBelowCost };
}

function rateTermsOf({ from, to, rate }: PriceRateTerms): PriceRateTerms {
  return { from, to, rate };
}

function faceValueTermsOf({ card, amount, currency }: FaceValueTerms): FaceValueTerms {
  return { card, amount, currency };
}

/** What one of `from` comes to in `to`; null where nobody entered it. */
export function rateOf({ rates }: Pick<PriceList, 'rates'>, from: string, to: string): string | null {
  if (from === to) return '1';
  return rates.find((rate) => rate.from === from && rate.to === to)?.rate ?? null;
}

import Big from 'big.js';
import { compareAmounts, type Money } from '../../core/money.ts';
import { roundedCharge, type Charge } from './charge-amount.ts';
import { targetKinds, type PriceRule } from './events.ts';
import { rateOf, type PriceList } from './price-list.ts';

/** A card as its price is found: `cost` is the service's `unitPrice`, which is only read here. */
export interface PricedCard {
  readonly card: string;
  readonly subcategory: string;
  /** Null where the catalogue does not say. */
  readonly category: string | null;
  readonly wallet: string;
  readonly cost: Money;
  readonly personalPrice: Money | null;
}

export interface CardCharge {
  readonly charge: Charge;
  readonly source: 'rule' | 'personalPrice' | 'cost';
  readonly ruleId: string | null;
  /**
   * Why it is not what the rule says: it would be below the cost and nobody allowed that, or nobody entered the rate
   * of its currency.
   */
  readonly notByRule: 'below_cost' | 'rate_missing' | null;
  /** Charge less cost in the charge's currency, exact; for managers only. */
  readonly margin: string;
}

/** What the customer pays for one card. Pure; never below cost unless the rule allows it. */
export function chargeOf(prices: PriceList, card: PricedCard): CardCharge {
  const rule = ruleFor(prices.rules, card);
  if (rule === null) return withoutRule(card, null);
  const rate = rateOf(prices, card.cost.currency, rule.currency);
  if (rate === null) return withoutRule(card, 'rate_missing');
  return byRule(rule, new Big(card.cost.amount).times(rate));
}

/** The most specific rule that fits; of two for the same the later one. */
export function ruleFor(rules: readonly PriceRule[], card: PricedCard): PriceRule | null {
  for (const kind of targetKinds) {
    const found = rules.findLast(({ target }) => target.kind === kind && target.id === card[kind]);
    if (found !== undefined) return found;
  }
  return null;
}

/** `cost` is in the rule's currency, exact. */
function byRule(rule: PriceRule, cost: Big): CardCharge {
  const { currency, rounding, allowBelowCost } = rule;
  const wanted = roundedCharge(atLeastNothing(wantedBy(rule, cost)), currency, rounding);
  const isBelow = new Big(wanted).lt(cost);
  const mayStand = !isBelow || allowBelowCost;
  const amount = mayStand ? wanted : roundedCharge(cost, currency, rounding && { ...rounding, mode: 'up' });
  return {
    charge: { amount, currency },
    source: 'rule',
    ruleId: rule.id,
    notByRule: mayStand ? null : 'below_cost',
    margin: new Big(amount).minus(cost).toFixed(),
  };
}

function wantedBy({ form }: PriceRule, cost: Big): Big {
  if (form.kind === 'fixed') return new Big(form.amount);
  // Times a hundredth and not through a division: exact.
  return form.kind === 'percent' ? cost.plus(cost.times(form.percent).times('0.01')) : cost.plus(form.amount);
}

function atLeastNothing(amount: Big): Big {
  return amount.lt(0) ? new Big(0) : amount;
}

function withoutRule({ cost, personalPrice }: PricedCard, notByRule: CardCharge['notByRule']): CardCharge {
  const isPersonal =
    personalPrice !== null &&
    personalPrice.currency === cost.currency &&
    compareAmounts(personalPrice.amount, cost.amount) >= 0;
  const amount = roundedCharge(new Big((isPersonal ? personalPrice : cost).amount), cost.currency, null);
  return {
    charge: { amount, currency: cost.currency },
    source: isPersonal ? 'personalPrice' : 'cost',
    ruleId: null,
    notByRule,
    margin: new Big(amount).minus(cost.amount).toFixed(),
  };
}

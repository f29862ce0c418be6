import Big from 'big.js';
import { targetKinds, type chargeSources, type notByRuleReasons } from '../../../src-shared/contract/charges.ts';
import { roundedCharge, type Charge } from './charge-amount.ts';
import type { FaceValueTerms, PriceRule } from './events.ts';
import { rateOf, type PriceList } from './price-list.ts';

/** As the service writes it. */
interface ServicePrice {
  readonly amount: string;
  readonly currency: string;
}

/** A card as its price is found: `cost` is the service's `unitPrice`, which is only read here. */
export interface PricedCard {
  readonly card: string;
  readonly subcategory: string;
  /** Null where the catalogue does not say. */
  readonly category: string | null;
  readonly wallet: string;
  readonly cost: ServicePrice;
  readonly personalPrice: ServicePrice | null;
}

export interface CardCharge {
  readonly charge: Charge;
  readonly source: (typeof chargeSources)[number];
  readonly ruleId: string | null;
  /**
   * Why it is not what the rule says: it would be below the cost and nobody allowed that, or nobody entered the rate
   * or the face value that it needs, or what it gives is larger than any amount.
   */
  readonly notByRule: (typeof notByRuleReasons)[number] | null;
  readonly isBelowCost: boolean;
  /** Charge less cost in the charge's currency, exact; for managers only. */
  readonly margin: string;
}

/** What the customer pays for a card, at the prices in force. Pure; never below cost unless the rule allows it. */
export type Pricer = (card: PricedCard) => CardCharge;

/** For many cards: the rules and face values are put in order once. */
export function pricerOf(prices: PriceList): Pricer {
  const rules = indexOf(prices.rules);
  const faceValues = new Map(prices.faceValues.map((value) => [value.card, value]));
  return (card) => {
    const rule = ruleIn(rules, card);
    if (rule === null) return withoutRule(card, null);
    const rate = rateOf(prices, card.cost.currency, rule.currency);
    if (rate === null) return withoutRule(card, 'rate_missing');
    const cost = new Big(card.cost.amount).times(rate);
    if (!isAmountSized(cost)) return withoutRule(card, 'too_large');
    if (isOnCost(rule)) return byRule(rule, cost, cost) ?? withoutRule(card, 'too_large');
    const faceValue = faceValues.get(card.card);
    if (faceValue === undefined) return withoutRule(card, 'face_value_missing');
    const base = inCurrency(prices, faceValue, rule.currency);
    if (base === null) return withoutRule(card, 'rate_missing');
    return byRule(rule, cost, base) ?? withoutRule(card, 'too_large');
  };
}

/** The same for one card. */
export function chargeOf(prices: PriceList, card: PricedCard): CardCharge {
  return pricerOf(prices)(card);
}

type RuleIndex = ReadonlyMap<string, PriceRule>;

/** Of two for the same the later one. */
function indexOf(rules: readonly PriceRule[]): RuleIndex {
  return new Map(rules.map((rule) => [`${rule.target.kind} ${rule.target.id}`, rule]));
}

/** The most specific rule that fits. */
function ruleIn(rules: RuleIndex, card: PricedCard): PriceRule | null {
  for (const kind of targetKinds) {
    const found = rules.get(`${kind} ${card[kind]}`);
    if (found !== undefined) return found;
  }
  return null;
}

function isOnCost({ form }: PriceRule): boolean {
  return form.kind === 'fixed' || form.on !== 'faceValue';
}

function inCurrency(prices: PriceList, { amount, currency }: FaceValueTerms, to: string): Big | null {
  const rate = rateOf(prices, currency, to);
  return rate === null ? null : new Big(amount).times(rate);
}

/** As many whole digits as the API has in an amount: a charge of that, times a quantity, fits into every record. */
function isAmountSized(amount: Big): boolean {
  return amount.lt(new Big(10).pow(15));
}

/** `cost` and `base` are in the rule's currency, exact. Null where the charge would be larger than any amount. */
function byRule(rule: PriceRule, cost: Big, base: Big): CardCharge | null {
  const { currency, rounding, allowBelowCost } = rule;
  const wanted = roundedCharge(atLeastNothing(wantedBy(rule, base)), currency, rounding);
  const isBelow = new Big(wanted).lt(cost);
  const mayStand = !isBelow || allowBelowCost;
  const amount = mayStand ? wanted : roundedCharge(cost, currency, rounding && { ...rounding, mode: 'up' });
  if (!isAmountSized(new Big(amount))) return null;
  return {
    charge: { amount, currency },
    // The customer pays the cost, which screens say.
    source: mayStand ? 'rule' : 'cost',
    ruleId: rule.id,
    notByRule: mayStand ? null : 'below_cost',
    isBelowCost: isBelow && mayStand,
    margin: new Big(amount).minus(cost).toFixed(),
  };
}

function wantedBy({ form }: PriceRule, base: Big): Big {
  if (form.kind === 'fixed') return new Big(form.amount);
  // Times a hundredth and not through a division: exact.
  return form.kind === 'percent' ? base.plus(base.times(form.percent).times('0.01')) : base.plus(form.amount);
}

function atLeastNothing(amount: Big): Big {
  return amount.lt(0) ? new Big(0) : amount;
}

function withoutRule({ cost, personalPrice }: PricedCard, notByRule: CardCharge['notByRule']): CardCharge {
  const isPersonal =
    personalPrice !== null &&
    personalPrice.currency === cost.currency &&
    new Big(personalPrice.amount).gte(cost.amount);
  const amount = roundedCharge(new Big((isPersonal ? personalPrice : cost).amount), cost.currency, null);
  return {
    charge: { amount, currency: cost.currency },
    source: isPersonal ? 'personalPrice' : 'cost',
    ruleId: null,
    notByRule,
    isBelowCost: false,
    margin: new Big(amount).minus(cost.amount).toFixed(),
  };
}

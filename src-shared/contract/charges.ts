/** What a customer pays, and how it is found. */

/** What a price rule is for; of those that fit a card the first kind here wins. */
export const targetKinds = ['card', 'subcategory', 'category', 'wallet'] as const;
export type TargetKind = (typeof targetKinds)[number];

/** What a rule of so much more or less is reckoned on. */
export const chargeBases = ['cost', 'faceValue'] as const;

/**
 * Where a charge comes from; `cost`: nobody set a selling price, or it is not followed because it is below.
 * `makesGood`: it is none, since the card takes the place of one that did not work.
 */
export const chargeSources = ['rule', 'personalPrice', 'cost', 'makesGood'] as const;

/** Why a charge is not what the rule for it says; each is said in every language. */
export const notByRuleReasons = ['below_cost', 'rate_missing', 'face_value_missing', 'too_large'] as const;

/** What can stand in the history of prices; each has a sentence in every language. */
export const priceChangeKinds = ['ruleSet', 'ruleRemoved', 'rateSet', 'faceValueSet'] as const;

/** What a customer pays, with the decimals of its currency. */
export interface ChargedMoney {
  readonly amount: string;
  readonly currency: string;
}

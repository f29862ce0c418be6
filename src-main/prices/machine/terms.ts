import { isUuid } from '../../core/ids.ts';
import { isCurrency } from '../../core/money.ts';
import { isChargeText, isPositiveDecimal } from './charge-amount.ts';
import type { FaceValueTerms, PriceRateTerms, PriceRuleTerms } from './events.ts';

/** With nine whole digits at most: what is reckoned of a larger one would fit nowhere. */
const signedDecimal = /^-?(?:0|[1-9][0-9]{0,8})(?:\.[0-9]{1,3})?$/;

/** The field of a rule that a manager must enter anew; null where it can be kept. */
export function ruleFault({ target, form, currency, rounding, allowBelowCost }: PriceRuleTerms): string | null {
  if (!isUuid(target.id)) return target.kind;
  if (!isCurrency(currency)) return 'currency';
  if (rounding !== null && !isEnteredCharge(rounding.step, currency)) return 'step';
  if (form.kind === 'fixed') return isEnteredCharge(form.amount, currency) ? null : 'fixed';
  const onCost = form.kind === 'percent' ? form.percent : form.amount;
  if (!signedDecimal.test(onCost)) return form.kind;
  // One that is below the cost of every card is entered on purpose or not at all. Less than the face value may be more.
  return form.on !== 'faceValue' && onCost.startsWith('-') && !allowBelowCost ? 'allow-below-cost' : null;
}

/** The same for a rate. */
export function rateFault({ from, to, rate }: PriceRateTerms): string | null {
  if (!isCurrency(from)) return 'from';
  if (!isCurrency(to) || to === from) return 'to';
  return isPositiveDecimal(rate) && isShort(rate) ? null : 'rate';
}

/** The same for a face value. */
export function faceValueFault({ card, amount, currency }: FaceValueTerms): string | null {
  if (!isUuid(card)) return 'card';
  if (!isCurrency(currency)) return 'currency';
  return isEnteredCharge(amount, currency) ? null : 'face-value';
}

function isEnteredCharge(text: string, currency: string): boolean {
  return isChargeText(text, currency) && isShort(text);
}

function isShort(decimal: string): boolean {
  return /^[0-9]{1,9}(?:\.|$)/.test(decimal);
}

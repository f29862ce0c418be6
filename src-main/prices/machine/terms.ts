import { isUuid } from '../../core/ids.ts';
import { isChargeText, isPositiveDecimal } from './charge-amount.ts';
import type { FaceValueTerms, PriceRateTerms, PriceRuleTerms } from './events.ts';

const signedDecimal = /^-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,3})?$/;

/** The field of a rule that a manager must enter anew; null where it can be kept. */
export function ruleFault({ target, form, currency, rounding, allowBelowCost }: PriceRuleTerms): string | null {
  if (!isUuid(target.id)) return target.kind;
  if (!isCurrency(currency)) return 'currency';
  if (rounding !== null && !isChargeText(rounding.step, currency)) return 'step';
  if (form.kind === 'fixed') return isChargeText(form.amount, currency) ? null : 'fixed';
  const onCost = form.kind === 'percent' ? form.percent : form.amount;
  if (!signedDecimal.test(onCost)) return form.kind;
  // One that is below the cost of every card is entered on purpose or not at all.
  return onCost.startsWith('-') && !allowBelowCost ? 'allow-below-cost' : null;
}

/** The same for a rate. */
export function rateFault({ from, to, rate }: PriceRateTerms): string | null {
  if (!isCurrency(from)) return 'from';
  if (!isCurrency(to) || to === from) return 'to';
  return isPositiveDecimal(rate) ? null : 'rate';
}

/** The same for a face value. */
export function faceValueFault({ card, amount, currency }: FaceValueTerms): string | null {
  if (!isUuid(card)) return 'card';
  if (!isCurrency(currency)) return 'currency';
  return isChargeText(amount, currency) ? null : 'face-value';
}

function isCurrency(text: string): boolean {
  return /^[A-Z]{3}$/.test(text);
}

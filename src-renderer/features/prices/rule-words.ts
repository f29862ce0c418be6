import type { PriceListView } from '../../../src-shared/contract/prices.ts';
import type { Text } from '../../base/i18n/use-text.ts';
import { moneyText } from '../../ui/money.tsx';

type RuleTerms = Omit<PriceListView['rules'][number], 'id' | 'missing'>;
type Missing = NonNullable<PriceListView['rules'][number]['missing']>;

/** A rule in one line: what the customer pays, how it is rounded, and whether that may be below the cost. */
export function ruleWords({ form, currency, rounding, allowBelowCost }: RuleTerms, text: Text): string {
  return [
    formWords(form, currency, text),
    ...(rounding === null
      ? []
      : [text(`prices.rounded.${rounding.mode}`, { step: moneyText(rounding.step, currency, text) })]),
    ...(allowBelowCost ? [text('prices.mayBeBelow')] : []),
  ].join(' · ');
}

function formWords(form: RuleTerms['form'], currency: string, text: Text): string {
  if (form.kind === 'fixed') return moneyText(form.amount, currency, text);
  const base = text(`prices.on.${form.on ?? 'cost'}`);
  const number = form.kind === 'percent' ? form.percent : form.amount;
  const size = number.replace(/^-/, '');
  const much = form.kind === 'percent' ? text('prices.perCent', { number: size }) : moneyText(size, currency, text);
  return number.startsWith('-') ? text('prices.less', { base, less: much }) : text('prices.more', { base, more: much });
}

/** Why a rule is not followed yet. */
export function missingWords(missing: Missing, text: Text): string {
  return missing.kind === 'rate'
    ? text('prices.missing.rate', { from: missing.from, to: missing.to })
    : text('prices.missing.faceValue');
}

export function rateWords({ from, to, rate }: PriceListView['rates'][number], text: Text): string {
  return text('prices.rate.of', { one: moneyText('1', from, text), amount: moneyText(rate, to, text) });
}

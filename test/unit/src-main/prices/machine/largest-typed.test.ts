import { expect, it } from 'vitest';
import { limitTermsOf } from '../../../../../src-main/limits/machine/terms.ts';
import { faceValueFault, rateFault, ruleFault } from '../../../../../src-main/prices/machine/terms.ts';
import { languageCodes } from '../../../../../src-shared/words/languages.ts';
import { pageMessages, type MessageKey } from '../../../../../src-shared/words/page-messages.ts';

const id = '0a000000-0000-4000-8000-000000000001';
const [largest, tooLarge] = ['999999999', '1000000000'];

function fixedFault(amount: string): string | null {
  const target = { kind: 'card', id } as const;
  return ruleFault({ target, form: { kind: 'fixed', amount }, currency: 'KWD', rounding: null, allowBelowCost: false });
}

function limitFault(sale: string): string | null {
  const terms = limitTermsOf({ currency: 'KWD', sale, shift: null, card: null });
  return typeof terms === 'string' ? terms : null;
}

const typed: readonly (readonly [MessageKey, (amount: string) => string | null])[] = [
  ['prices.wrong.fixed', fixedFault],
  ['prices.wrong.rate', (rate) => rateFault({ from: 'USD', to: 'KWD', rate })],
  ['prices.wrong.face-value', (amount) => faceValueFault({ card: id, amount, currency: 'KWD' })],
  ['limits.wrong', limitFault],
];

it.each(typed)(
  'an amount with too many digits is refused with the words of %s, which name the largest',
  (key, fault) => {
    expect(fault(largest)).toBe(null);
    expect(fault(tooLarge)).not.toBe(null);
    for (const language of languageCodes) expect(pageMessages[language][key]).toContain('1,000,000,000');
  },
);

it.each(['prices.wrong.percent', 'prices.wrong.amount', 'prices.wrong.step', 'sale.otherPrice.invalid'] as const)(
  '%s names it too',
  (key) => {
    for (const language of languageCodes) expect(pageMessages[language][key]).toContain('1,000,000,000');
  },
);

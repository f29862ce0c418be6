import { createIntl } from 'react-intl';
import { describe, expect, it } from 'vitest';
import type { Text } from '../../../../src-renderer/base/i18n/use-text.ts';
import { moneyText } from '../../../../src-renderer/ui/money.tsx';
import type { Language } from '../../../../src-shared/words/languages.ts';
import { pageMessages } from '../../../../src-shared/words/page-messages.ts';

const textIn = (locale: Language): Text => {
  const intl = createIntl({ locale, messages: pageMessages[locale] });
  return (key, values) => intl.formatMessage({ id: key }, values);
};

describe('moneyText', () => {
  it('keeps the amount before its currency in a sentence, in the direction of the language', () => {
    expect(moneyText('1236.000', 'KWD', textIn('en'))).toBe('\u20661,236.000\u00a0KWD\u2069');
    expect(moneyText('1236.000', 'KWD', textIn('ar'))).toBe('\u20671,236.000\u00a0د.ك\u2069');
  });

  it('names a currency that is not known by its code', () => {
    expect(moneyText('5.000', 'TRY', textIn('ar'))).toBe('\u20675.00\u00a0TRY\u2069');
  });
});

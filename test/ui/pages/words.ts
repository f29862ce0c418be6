import { createIntl } from 'react-intl';
import { ar } from '../../../src-shared/words/ar/page.ts';
import { en, type MessageKey } from '../../../src-shared/words/en/page.ts';

export type Language = 'en' | 'ar';
export const languages: readonly Language[] = ['en', 'ar'];
export const otherThan = (language: Language): Language => (language === 'ar' ? 'en' : 'ar');

/** The same sentence as on the screen; a page object never spells one out itself. */
export type Say = (key: MessageKey, values?: Readonly<Record<string, string | number>>) => string;

const intls = {
  en: createIntl({ locale: 'en-GB-u-nu-latn', messages: en }),
  ar: createIntl({ locale: 'ar-u-nu-latn', messages: ar }),
} as const;

export function wordsOf(language: Language): Say {
  return (key, values = {}) => {
    // As on the screen: text put into a sentence is isolated from the direction around it (UAX 9).
    const isolated = Object.entries(values).map(
      ([name, value]) => [name, typeof value === 'number' ? value : `\u2068${value}\u2069`] as const,
    );
    return intls[language].formatMessage({ id: key }, Object.fromEntries(isolated));
  };
}

import { useEffect, type ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { IntlProvider } from 'react-intl';
import type { Language } from '../../../src-shared/contract/schemas.ts';
import { ar } from '../../../src-shared/words/ar/page.ts';
import { en, type Messages } from '../../../src-shared/words/en/page.ts';

const catalogues: Record<Language, Messages> = { ar, en };
/** Digits stay Latin in both languages, so that codes and amounts read alike everywhere. */
const locales: Record<Language, string> = { ar: 'ar-u-nu-latn', en: 'en-GB-u-nu-latn' };

/** Gives everything below one language: our messages, react-aria's own words, and the direction of the page. */
export function LanguageProvider({ language, children }: { language: Language; children: ReactNode }) {
  useEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr';
    document.title = catalogues[language]['app.name'];
  }, [language]);
  return (
    <I18nProvider locale={locales[language]}>
      <IntlProvider locale={locales[language]} messages={catalogues[language]} onError={failLoudly}>
        {children}
      </IntlProvider>
    </I18nProvider>
  );
}

/** A missing message or value is a bug; the error boundary shows it, tests fail on it. */
function failLoudly(error: Error): never {
  throw error;
}

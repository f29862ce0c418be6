import { createContext, useContext, useEffect, type ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { defaultLanguage, languages, type Language } from '../../../src-shared/words/languages.ts';
import { pageMessages } from '../../../src-shared/words/page-messages.ts';

const LanguageContext = createContext<Language>(defaultLanguage);

/** The language of everything around. */
export function useLanguage(): Language {
  return useContext(LanguageContext);
}

/** Gives everything below one language: our messages, react-aria's own words, and the direction of the page. */
export function LanguageProvider({ language, children }: { language: Language; children: ReactNode }) {
  const { dir, locale } = languages[language];
  useEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.dir = dir;
    document.title = pageMessages[language]['app.name'];
  }, [language, dir]);
  return (
    <LanguageContext value={language}>
      <I18nProvider locale={locale}>{children}</I18nProvider>
    </LanguageContext>
  );
}

import { useCallback } from 'react';
import type { LocalizedText } from '../../../src-shared/contract/schemas.ts';
import { languages, type Language } from '../../../src-shared/words/languages.ts';
import { pageMessages, type MessageKey } from '../../../src-shared/words/page-messages.ts';
import { serviceName } from '../../../src-shared/words/service-name.ts';
import { formatMessageIn, isolated, textOf, type Text as TextBy } from '../../../src-shared/words/text.ts';
import { useLanguage } from './language.tsx';
import { useFormats } from './use-formats.ts';

export type Text = TextBy<MessageKey>;

/** Sentences of the current language by typed key; string values are isolated. */
export function useText(): Text {
  return textIn(useLanguage());
}

const texts = new Map<Language, Text>();

function textIn(language: Language): Text {
  const { locale } = languages[language];
  const text = texts.get(language) ?? textOf<MessageKey>(formatMessageIn(pageMessages[language], locale), isolated);
  texts.set(language, text);
  return text;
}

/** What a language is called in the current one. */
export function useLanguageName(): (language: Language) => string {
  return useFormats().languageName;
}

/** A name in the current language, or in the other one where only that exists. */
export function useName(): (name: LocalizedText | undefined) => string | undefined {
  const language = useLanguage();
  return useCallback((name) => serviceName(name, language), [language]);
}

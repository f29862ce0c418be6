import { useCallback, useMemo } from 'react';
import { useIntl } from 'react-intl';
import type { LocalizedText } from '../../../src-shared/contract/schemas.ts';
import { languages, type Language } from '../../../src-shared/words/languages.ts';
import type { MessageKey } from '../../../src-shared/words/page-messages.ts';
import { serviceName } from '../../../src-shared/words/service-name.ts';
import { isolated, textOf, type Text as TextBy } from '../../../src-shared/words/text.ts';
import { useLanguage } from './language.tsx';

export type Text = TextBy<MessageKey>;

/** Sentences of the current language by typed key; string values are isolated. */
export function useText(): Text {
  const { formatMessage } = useIntl();
  return useMemo(() => textOf(formatMessage, isolated), [formatMessage]);
}

/** What a language is called in the current one. */
export function useLanguageName(): (language: Language) => string {
  const { formatDisplayName } = useIntl();
  return useCallback(
    (language) => formatDisplayName(language, { type: 'language' }) ?? languages[language].endonym,
    [formatDisplayName],
  );
}

/** A name in the current language, or in the other one where only that exists. */
export function useName(): (name: LocalizedText | undefined) => string | undefined {
  const language = useLanguage();
  return useCallback((name) => serviceName(name, language), [language]);
}

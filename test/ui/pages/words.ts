import { createIntl } from 'react-intl';
import { languageCodes, languages, type Language } from '../../../src-shared/words/languages.ts';
import { pageMessages, type MessageKey } from '../../../src-shared/words/page-messages.ts';
import { isolated, textOf, type Text } from '../../../src-shared/words/text.ts';

/** What the button beside the theme switches to. */
export const languageAfter = (language: Language): Language =>
  languageCodes[(languageCodes.indexOf(language) + 1) % languageCodes.length] ?? language;

/** The same sentence as on the screen; a page object never spells one out itself. */
export type Say = Text<MessageKey>;

export function wordsOf(language: Language): Say {
  const { formatMessage } = createIntl({ locale: languages[language].locale, messages: pageMessages[language] });
  return textOf(formatMessage, isolated);
}

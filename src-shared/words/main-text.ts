import { createIntl, type IntlShape } from '@formatjs/intl';
import { languages, type Language } from './languages.ts';
import { mainMessages, type MainKey } from './main-messages.ts';
import { failLoudly, isolated, textOf, type Text } from './text.ts';

/** What main says in a box or on a page that it draws. */
export function drawnText(language: Language): Text<MainKey> {
  return textOf(intlOf(language).formatMessage, isolated);
}

/** The same at a terminal, which shows isolates as signs of their own. */
export function terminalText(language: Language): Text<MainKey> {
  return textOf(intlOf(language).formatMessage, (value) => value);
}

const intls = new Map<Language, IntlShape>();

function intlOf(language: Language): IntlShape {
  const known = intls.get(language);
  if (known !== undefined) return known;
  const { locale } = languages[language];
  const made = createIntl({ locale, messages: mainMessages[language], onError: failLoudly });
  intls.set(language, made);
  return made;
}

import { languages, type Language } from './languages.ts';
import { mainMessages, type MainKey } from './main-messages.ts';
import { formatMessageIn, isolated, textOf, type Text } from './text.ts';

/** What main says in a box or on a page that it draws. */
export function drawnText(language: Language): Text<MainKey> {
  return textOf(messagesOf(language), isolated);
}

/** The same at a terminal, which shows isolates as signs of their own. */
export function terminalText(language: Language): Text<MainKey> {
  return textOf(messagesOf(language), (value) => value);
}

type Messages = ReturnType<typeof formatMessageIn>;

const messages = new Map<Language, Messages>();

function messagesOf(language: Language): Messages {
  const known = messages.get(language) ?? formatMessageIn(mainMessages[language], languages[language].locale);
  messages.set(language, known);
  return known;
}

import { languageCodes, languages, type Language } from '../../../src-shared/words/languages.ts';
import { refusedStartMessages, type RefusedStartKey } from '../../../src-shared/words/refused-start-messages.ts';
import { formatMessageIn, textOf, type TextValues } from '../../../src-shared/words/text.ts';

/** Why the program does not start, a line in each language: a switch may name a folder whose settings nobody trusts. */
export function refusedStartLines(key: RefusedStartKey, values?: TextValues): string {
  const line = (language: Language): string => {
    const text = textOf<RefusedStartKey>(
      formatMessageIn(refusedStartMessages[language], languages[language].locale),
      (value) => value,
    );
    return `${text(key, values)}\n`;
  };
  return languageCodes.map(line).join('');
}

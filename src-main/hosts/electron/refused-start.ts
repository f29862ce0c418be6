import { refusedStart as ar } from '../../../src-shared/words/ar/refused-start.ts';
import { refusedStart as en } from '../../../src-shared/words/en/refused-start.ts';
import { languageCodes, languages, type Language } from '../../../src-shared/words/languages.ts';
import { formatMessageIn, textOf, type TextValues } from '../../../src-shared/words/text.ts';

type RefusedStart = keyof typeof en;

/** Only these texts: the catalogues are read with the rest of the program, and this is said before it. */
const messages: Readonly<Record<Language, Readonly<Record<RefusedStart, string>>>> = { en, ar };

/** Why the program does not start, a line in each language: a switch may name a folder whose settings nobody trusts. */
export function refusedStartLines(key: RefusedStart, values?: TextValues): string {
  const line = (language: Language): string => {
    const text = textOf<RefusedStart>(
      formatMessageIn(messages[language], languages[language].locale),
      (value) => value,
    );
    return `${text(key, values)}\n`;
  };
  return languageCodes.map(line).join('');
}

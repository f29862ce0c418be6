import { describe, expect, it } from 'vitest';
import { languageCodes } from '../../../../src-shared/words/languages.ts';
import { pageMessages } from '../../../../src-shared/words/page-messages.ts';

/** What a tired person understands at the first reading. */
const mostWords = 25;
/** Without its marks «اشتري» reads “buy!”, and nobody puts the marks on a screen. */
const markedPassive = /شترَ|اشتُري/;

const hasForms = (message: string): boolean => /, (plural|select)/.test(message);
const sentencesOf = (message: string): string[] => message.split(/(?<=[.?!؟])\s/);

describe.each(languageCodes)('the screens in %s', (language) => {
  const messages = Object.entries(pageMessages[language]);

  it(`have no sentence of more than ${mostWords} words`, () => {
    const long = messages
      .filter(([, message]) => !hasForms(message))
      .flatMap(([key, message]) => sentencesOf(message).map((sentence) => ({ key, sentence })))
      .filter(({ sentence }) => sentence.split(/\s+/).length > mostWords);
    expect(long).toEqual([]);
  });

  it('have no passive that is another word without its marks', () => {
    expect(messages.filter(([, message]) => markedPassive.test(message))).toEqual([]);
  });
});

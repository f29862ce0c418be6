import type { Plugin } from 'rolldown';
import { languageCodes } from '../../src-shared/words/languages.ts';

/** The words of react-aria lie in a file for each of its languages, of which it asks for the one of the page. */
const ariaWords = /\/react-aria(?:-components)?\/dist\/private\/intl\/(?:\w+\/)?([a-z]{2})-[A-Z]{2}\.mjs$/;

/** Leaves out of a build the words of react-aria in languages that the counter does not speak. */
export function ourLanguagesOnly(): Plugin {
  return {
    name: 'our-languages-only',
    load: {
      filter: { id: ariaWords },
      handler: (id) => {
        const [, language = ''] = ariaWords.exec(id) ?? [];
        return languageCodes.some((code) => code === language) ? null : 'export default {};';
      },
    },
  };
}

import { createIntl } from 'react-intl';
import { describe, expect, it } from 'vitest';
import { languageCodes, languages, type Language } from '../../../../src-shared/words/languages.ts';
import { mainMessages } from '../../../../src-shared/words/main-messages.ts';
import { messageIn, messageWriter } from '../../../../src-shared/words/message.ts';
import { pageMessages } from '../../../../src-shared/words/page-messages.ts';
import { formatMessageIn } from '../../../../src-shared/words/text.ts';

const counts = [...Array.from({ length: 21 }, (_, count) => count), 100, 101, 103, 111, 1_000, 1_234, 100_000];

/** Values for whatever a message asks for: a number where it is counted, else a text of the other script. */
function valuesFor(message: string, count: number): Record<string, string | number> {
  const names = [...message.matchAll(/\{\s*(\w+)\s*(,?)/g)];
  return Object.fromEntries(
    names
      .map(([, name = '', comma]) => [name, comma === ',' ? count : `\u2068${name} بطاقة\u2069`] as const)
      .toReversed(),
  );
}

function failing(error: Error): never {
  throw error;
}

describe('every sentence', () => {
  it.each(languageCodes)(
    'of %s is written as another implementation of ICU messages writes it',
    (language: Language) => {
      const { locale } = languages[language];
      let plurals = 0;
      for (const messages of [mainMessages[language], pageMessages[language]]) {
        const ours = formatMessageIn(messages, locale);
        const theirs = createIntl({ locale, messages, onError: failing });
        for (const [id, message] of Object.entries(messages)) {
          const isPlural = message.includes(', plural,');
          if (isPlural) plurals += 1;
          for (const count of isPlural ? counts : [1]) {
            const values = valuesFor(message, count);
            expect(ours({ id }, values), id).toBe(theirs.formatMessage({ id }, values));
          }
        }
      }
      expect(plurals).toBeGreaterThan(50);
    },
  );

  it('that is not there is a mistake', () => {
    expect(() => formatMessageIn({ a: 'A' }, 'en')({ id: 'b' })).toThrow('no message b');
  });
});

describe('a message', () => {
  const written = (text: string, values: Record<string, string | number> = {}): string =>
    messageWriter('en-GB-u-nu-latn')(messageIn(text), values);

  it('has values, plural forms, forms within forms, and exact numbers before them', () => {
    expect(written('')).toBe('');
    expect(written('It is # 1’s')).toBe('It is # 1’s');
    expect(written('{a} and {b}', { a: 'x', b: 2 })).toBe('x and 2');
    expect(written('{n, plural, =0 {none} one {# card} other {# cards}}.', { n: 0 })).toBe('none.');
    expect(written('{n, plural, one {# card of {m, plural, other {#}}} other {-}}', { n: 1, m: 1_234 })).toBe(
      '1 card of 1,234',
    );
  });

  it.each([
    '{',
    '}',
    'a } b',
    '{a',
    '{a b}',
    '{n, number}',
    '{n, plural, one {x}}',
    '{n, plural, other {x}',
    '{n, plural, other {x',
    '{n, plural, other}',
  ])('that is none is a mistake: %s', (text) => {
    expect(() => messageIn(text)).toThrow(SyntaxError);
  });

  it('without one of its values is a mistake', () => {
    expect(() => written('{a}')).toThrow('without its value a');
    expect(() => written('{n, plural, other {#}}')).toThrow('without its value n');
  });
});

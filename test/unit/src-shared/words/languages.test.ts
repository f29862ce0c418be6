import { describe, expect, it } from 'vitest';
import { clockWords, wrongClockWords } from '../../../../src-shared/words/clock-words.ts';
import {
  defaultLanguage,
  isLanguage,
  languageCodes,
  languageOfLocale,
  languages,
} from '../../../../src-shared/words/languages.ts';
import { drawnText, terminalText } from '../../../../src-shared/words/main-text.ts';
import { serviceName } from '../../../../src-shared/words/service-name.ts';

describe('the list of languages', () => {
  it('knows its own, and no name that every object has', () => {
    for (const language of languageCodes) expect(isLanguage(language)).toBe(true);
    expect(languageCodes).toContain(defaultLanguage);
    for (const code of ['', 'xx', 'toString', '__proto__']) expect(isLanguage(code)).toBe(false);
  });

  it.each(languageCodes)('finds %s by the locale of a system', (language) => {
    for (const locale of [language, `${language}-XX`, languages[language].locale])
      expect(languageOfLocale(locale)).toBe(language);
    expect(languageOfLocale('xx-XX')).toBe(defaultLanguage);
  });
});

describe('a name of the service', () => {
  it.each(languageCodes)('is in the language that the service is asked in, else in the other one: %s', (language) => {
    const { service } = languages[language];
    expect(serviceName({ ar: 'ar', en: 'en' }, language)).toBe(service);
    expect(serviceName({ ar: 'ar' }, language)).toBe('ar');
    expect(serviceName({ en: 'en' }, language)).toBe('en');
    expect(serviceName({}, language)).toBeUndefined();
    expect(serviceName(null, language)).toBeUndefined();
  });
});

describe.each(languageCodes)('what main says in %s', (language) => {
  it('isolates a text in a box, and leaves it as it is at a terminal', () => {
    const host = 'api.example.com';
    const [box, terminal] = [drawnText, terminalText].map((text) => text(language)('box.deployment.ask', { host }));
    expect(box).toContain(`\u2068${host}\u2069`);
    expect(terminal).toBe(box?.replaceAll(/[\u2068\u2069]/g, ''));
  });

  it('counts as the language does, at the command line too', () => {
    const text = terminalText(language);
    const said = [1, 2, 3, 11, 100].map((count) => text('cli.leftOut', { count, member: 'id' }));
    expect(new Set(said).size).toBe(said.length);
    expect(said.join()).not.toMatch(/[{}#]/);
  });

  it('says how far a clock is off, and that it is not', () => {
    const text = terminalText(language);
    expect(clockWords(1, text, language)).toBe(text('clock.right'));
    const [behind, ahead] = [18_000, -18_000].map((seconds) => clockWords(seconds, text, language));
    for (const said of [behind, ahead]) expect(said).toContain('5');
    expect(behind).not.toBe(ahead);
    const [sells, sellsNot] = [true, false].map((can) => wrongClockWords(18_000, can, text, language));
    expect([sells, sellsNot]).toEqual([`${behind} ${text('clock.sells')}`, `${behind} ${text('clock.sellsNot')}`]);
  });
});

it('a sentence without one of its values is a bug', () => {
  expect(() => terminalText('en')('cli.operation', { other: '' })).toThrow(/operationId/);
});

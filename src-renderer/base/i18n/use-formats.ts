import { languages, type Language } from '../../../src-shared/words/languages.ts';
import { useLanguage } from './language.tsx';

/** Dates, lists and names as a language writes them, in its own digits. */
export interface Formats {
  readonly date: (instant: string | number | Date, options: Intl.DateTimeFormatOptions) => string;
  readonly dates: (from: Date, to: Date, options: Intl.DateTimeFormatOptions) => string;
  readonly list: (items: readonly string[]) => string;
  readonly languageName: (code: Language) => string;
}

/** The same object for as long as the language stays. */
export function useFormats(): Formats {
  return formatsOf(useLanguage());
}

const known = new Map<Language, Formats>();

function formatsOf(language: Language): Formats {
  const formats = known.get(language) ?? madeFor(languages[language].locale);
  known.set(language, formats);
  return formats;
}

/** A format of the system takes long to make: each is made when it is needed first, and then kept. */
function madeFor(locale: string): Formats {
  const dateFormats = new Map<string, Intl.DateTimeFormat>();
  const dateFormat = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
    const key = JSON.stringify(options);
    const made = dateFormats.get(key) ?? new Intl.DateTimeFormat(locale, options);
    dateFormats.set(key, made);
    return made;
  };
  let lists: Intl.ListFormat | undefined;
  let names: Intl.DisplayNames | undefined;
  return {
    date: (instant, options) => dateFormat(options).format(new Date(instant)),
    dates: (from, to, options) => dateFormat(options).formatRange(from, to),
    list: (items) => (lists ??= new Intl.ListFormat(locale)).format(items),
    languageName: (code) =>
      (names ??= new Intl.DisplayNames(locale, { type: 'language' })).of(code) ?? languages[code].endonym,
  };
}

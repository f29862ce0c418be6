/** One language that the counter speaks. */
interface LanguageFacts {
  readonly dir: 'ltr' | 'rtl';
  /** For numbers, dates and plurals. Digits stay Latin, so that codes and amounts read alike everywhere. */
  readonly locale: string;
  /** One that writes Latin digits without asking for them by name: only then does a field take the other digits too. */
  readonly typingLocale: string;
  /** Its name among those who speak it. */
  readonly endonym: string;
  /** In which of its own languages the service is asked, and whose names are shown first. */
  readonly service: ServiceLanguage;
}

/** The partner API knows these two, whatever the counter speaks. */
export const serviceLanguages = ['ar', 'en'] as const;
export type ServiceLanguage = (typeof serviceLanguages)[number];

/**
 * The languages of this counter, in the order in which they are offered; what each says lies in the folder of its name.
 */
export const languages = {
  en: { dir: 'ltr', locale: 'en-GB-u-nu-latn', typingLocale: 'en-GB', endonym: 'English', service: 'en' },
  ar: { dir: 'rtl', locale: 'ar-u-nu-latn', typingLocale: 'ar-DZ', endonym: 'العربية', service: 'ar' },
} as const satisfies Readonly<Record<string, LanguageFacts>>;

export type Language = keyof typeof languages;

export const languageCodes = Object.keys(languages).filter(isLanguage);

/** Spoken where nobody chose one. */
export const defaultLanguage: Language = 'en';

export function isLanguage(code: string): code is Language {
  return Object.hasOwn(languages, code);
}

/** The language of a locale such as `ar-KW`. */
export function languageOfLocale(locale: string): Language {
  const [code = ''] = locale.split('-');
  return isLanguage(code) ? code : defaultLanguage;
}

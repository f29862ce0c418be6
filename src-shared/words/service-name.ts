import { languages, type Language, type ServiceLanguage } from './languages.ts';

/** A name of the service in the language nearest to ours, or in the other one where only that exists. */
export function serviceName<T>(
  name: Readonly<Partial<Record<ServiceLanguage, T>>> | null | undefined,
  language: Language,
): T | undefined {
  return name?.[languages[language].service] ?? name?.en ?? name?.ar;
}

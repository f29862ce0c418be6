import { page as ar } from './ar/page.ts';
import { page as en, type PageMessages } from './en/page.ts';
import type { Language } from './languages.ts';

/** What the screens say. Apart from what main says, which the page has no need to load. */
export const pageMessages: Readonly<Record<Language, PageMessages>> = { en, ar };

export type MessageKey = keyof PageMessages;

export function isMessage(key: string): key is MessageKey {
  return Object.hasOwn(en, key);
}

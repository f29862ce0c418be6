import { main as ar } from './ar/main.ts';
import { main as en, type MainMessages } from './en/main.ts';
import type { Language } from './languages.ts';

/** What main says: on receipts, in the system's boxes, and at the command line. */
export const mainMessages: Readonly<Record<Language, MainMessages>> = { en, ar };

export type MainKey = keyof MainMessages;

export function isMainMessage(key: string): key is MainKey {
  return Object.hasOwn(en, key);
}

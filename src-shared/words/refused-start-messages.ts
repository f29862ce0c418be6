import { refusedStart as ar } from './ar/refused-start.ts';
import { refusedStart as en } from './en/refused-start.ts';
import type { Language } from './languages.ts';

export type RefusedStartKey = keyof typeof en;

/** Why the program does not start. Apart from what else main says: this is said before the rest is read. */
export const refusedStartMessages: Readonly<Record<Language, Readonly<Record<RefusedStartKey, string>>>> = { en, ar };

import { z } from 'zod';
import { normalised } from '../../../src-shared/search/search-text.ts';
import type { JsonObject } from '../../journal/json.ts';

/** By what an order is found that has a reference: the whole of it, and its words. */
export interface FoundByReference {
  readonly whole: string;
  readonly words: readonly string[];
}

const stored = z.object({ whole: z.string(), words: z.array(z.string()) });

/** The body of an event by which a sealed reference is found; null for one that is none of ours. */
export function foundBy(body: JsonObject): FoundByReference | null {
  return stored.safeParse(body).data ?? null;
}

/** A reference as `form` writes what is looked for; null where nothing of it can be typed. */
export function foundByReference(reference: string | null, form: (text: string) => string): FoundByReference | null {
  const whole = normalised(reference ?? '');
  return whole === '' ? null : { whole: form(whole), words: [...new Set(wordsIn(whole))].map(form) };
}

/** The words of a text that was normalised. */
export function wordsIn(text: string): readonly string[] {
  return text.split(' ').filter((word) => word !== '');
}

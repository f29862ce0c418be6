import { normalised } from '../../../src-shared/search/search-text.ts';

/** Shorter ones are looked for as words only: they would find too many. */
const shortest = 4;

/**
 * A serial number in the form in which two are compared: as a person types it from a card, in either case and set of
 * digits, with or without spaces and hyphens. Null where it is too short to look for.
 */
export function serialText(serialNumber: string): string | null {
  const text = normalised(serialNumber).replaceAll(/[ .]/g, '');
  return text.length < shortest ? null : text;
}

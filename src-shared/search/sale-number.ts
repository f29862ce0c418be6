import { normalised } from './search-text.ts';

/** Nobody takes one of them for another, read out or written down, nor for a digit. */
export const saleNumberLetters = 'CFHKLMRWY';
const greatestEpoch = 9_999;

/** The short number of a sale, such as `C7-0412`: the letter of the counter, the epoch of its records, and a count. */
export interface SaleNumberParts {
  readonly letter: string;
  readonly epoch: number;
  readonly count: number;
}

const written = new RegExp(`^([${saleNumberLetters}])([1-9][0-9]{0,3})-([0-9]{4,9})$`);
const typed = new RegExp(`^([${saleNumberLetters.toLowerCase()}]?) ?([1-9][0-9]{0,3})[ .]([0-9]{1,9})$`);

export function saleNumberText({ letter, epoch, count }: SaleNumberParts): string {
  return `${letter}${epoch}-${String(count).padStart(4, '0')}`;
}

/** Null where it is not written exactly so. */
export function saleNumberParts(text: string): SaleNumberParts | null {
  const [, letter, epoch, count] = written.exec(text) ?? [];
  if (letter === undefined || epoch === undefined || count === undefined) return null;
  const parts = { letter, epoch: Number(epoch), count: Number(count) };
  return parts.count > 0 && parts.epoch <= greatestEpoch && saleNumberText(parts) === text ? parts : null;
}

/**
 * The short numbers that a person may mean: in either case and set of digits, with a hyphen or a space, without leading
 * zeros, and without the letter, which is the same on all of one counter. None where the text is no short number.
 */
export function typedSaleNumbers(text: string): readonly string[] {
  const [, letter, epoch, count] = typed.exec(normalised(text)) ?? [];
  if (letter === undefined || epoch === undefined || count === undefined || Number(count) === 0) return [];
  const letters = letter === '' ? saleNumberLetters.split('') : [letter.toUpperCase()];
  return letters.map((each) => saleNumberText({ letter: each, epoch: Number(epoch), count: Number(count) }));
}

/** The short number in what a scanner read, whatever its Caps Lock; null where it read something else. */
export function scannedSaleNumber(code: string): string | null {
  const upper = code.toUpperCase();
  return saleNumberParts(upper) === null ? null : upper;
}

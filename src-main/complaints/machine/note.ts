import type { Failure } from '../../../src-shared/contract/codes.ts';
import { noteMaximum } from '../../../src-shared/contract/complaint-words.ts';
import type { CardCodes } from '../../core/card-codes.ts';

/** A note without the space around it; null where nothing is left. */
export function noteOf(typed: string | undefined): string | null {
  const note = typed?.trim().normalize('NFC') ?? '';
  return note === '' ? null : note;
}

/** The codes of an order, as far as they open here; `isWhole`: all of them do. */
export interface KnownCodes {
  readonly codes: readonly CardCodes[];
  readonly isWhole: boolean;
}

/**
 * Why a note may not be kept, or null: the journal keeps no codes, so one with the code or serial number of a card is
 * refused. Errors: `input_invalid` with the field `note`, `note_holds_code`.
 */
export function noteFault(note: string | null, known: KnownCodes): Failure | null {
  if (note === null) return null;
  if (hidden.test(note) || !note.isWellFormed()) return { code: 'input_invalid', field: 'note' };
  if (Array.from(note).length > noteMaximum)
    return { code: 'input_invalid', field: 'note', detail: `at_most_${noteMaximum}` };
  return holdsCode(note, known) ? { code: 'note_holds_code', field: 'note' } : null;
}

/** Control characters, line ends, and marks that turn the direction of what follows. */
const hidden = /[\p{Cc}\u{61C}\u{200B}\u{200E}\u{200F}\u{2028}-\u{202E}\u{2060}-\u{206F}\u{FEFF}]/u;

/** So many signs of a code in a row are as good as the code. */
const tellingSigns = 8;
/** Codes that cannot be compared are known by their length: a telephone number is shorter. */
const unknownCodeDigits = 13;

function holdsCode(note: string, { codes, isWhole }: KnownCodes): boolean {
  const written = signsOf(note);
  if (!isWhole && new RegExp(`[0-9]{${unknownCodeDigits}}`).test(written)) return true;
  const secrets = codes.flatMap(({ serialNumber, voucher }) => [serialNumber, voucher]);
  return secrets.some((secret) => secret !== null && tells(note, written, signsOf(secret)));
}

/** A short code must stand by itself: four digits stand in many a sentence. */
function tells(note: string, written: string, secret: string): boolean {
  if (secret === '') return false;
  if (secret.length < tellingSigns) return note.split(/[^\p{L}\p{N}-]+/u).some((word) => signsOf(word) === secret);
  return Array.from({ length: secret.length - tellingSigns + 1 }, (_, from) =>
    secret.slice(from, from + tellingSigns),
  ).some((part) => written.includes(part));
}

/** Letters and digits alone, so that no separator, width or alphabet of digits hides a code. */
function signsOf(text: string): string {
  return Array.from(text.normalize('NFKC').toLowerCase(), digitOf)
    .join('')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** A digit of any alphabet as 0 to 9: in each the ten stand in a row. */
function digitOf(sign: string): string {
  if (!isDigit(sign)) return sign;
  const code = sign.codePointAt(0) ?? 0;
  let first = code;
  while (isDigit(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}

function isDigit(sign: string): boolean {
  return /^\p{Nd}$/u.test(sign);
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Secrets by a name that may be told. */
export type Canaries = ReadonlyMap<string, Uint8Array>;

/** The forms in which a secret could lie around: as it is, in UTF-16 of both byte orders, and its hex and base64 in all of these. */
export function formsOf(secret: Uint8Array): readonly Buffer[] {
  const bytes = Buffer.from(secret);
  const spelled = [bytes, ...utf16(bytes.toString('utf8'))];
  const texts = spelled.flatMap((each) => [each.toString('hex'), each.toString('hex').toUpperCase(), ...[0, 1, 2].flatMap((offset) => base64At(each, offset))]);
  return [...spelled, ...texts.flatMap((text) => [Buffer.from(text), ...utf16(text)])];
}

/** The names of the canaries that `haystack` holds in any form. */
export function canariesIn(haystack: Uint8Array, canaries: Canaries): readonly string[] {
  const searched = Buffer.from(haystack);
  return [...canaries].filter(([, secret]) => formsOf(secret).some((form) => searched.includes(form))).map(([name]) => name);
}

/** `file: canary` for each canary in each file below `directory`, names of files included. */
export function canariesBelow(directory: string, canaries: Canaries): readonly string[] {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.flatMap(({ parentPath, name }) => {
    const found = new Set([...canariesIn(readFileSync(join(parentPath, name)), canaries), ...canariesIn(Buffer.from(name), canaries)]);
    return [...found].map((canary) => `${name}: ${canary}`);
  });
}

function utf16(text: string): readonly Buffer[] {
  const littleEndian = Buffer.from(text, 'utf16le');
  return [littleEndian, Buffer.from(littleEndian).swap16()];
}

/** The part of a base64 text that is the same whatever stands before and after the secret, at one of its three alignments. */
function base64At(bytes: Buffer, offset: number): readonly string[] {
  const whole = bytes.subarray(offset, offset + Math.floor((bytes.length - offset) / 3) * 3);
  return [whole.toString('base64'), whole.toString('base64url')];
}

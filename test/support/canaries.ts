import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Secrets by a name that may be printed. */
export type Canaries = ReadonlyMap<string, Uint8Array>;

/**
 * The forms in which a secret could lie around: as it is, in UTF-16 of both byte orders, and its hex and base64 in all
 * of these.
 */
export function formsOf(secret: Uint8Array): readonly Buffer[] {
  const bytes = Buffer.from(secret);
  const spelled = [bytes, ...utf16(bytes.toString('utf8'))];
  const texts = spelled.flatMap((each) => [
    each.toString('hex'),
    each.toString('hex').toUpperCase(),
    ...[0, 1, 2].flatMap((offset) => base64At(each, offset)),
  ]);
  return [...spelled, ...texts.flatMap((text) => [Buffer.from(text), ...utf16(text)])];
}

/** The names of the canaries that `haystack` holds in any form. */
export function canariesIn(haystack: Uint8Array, canaries: Canaries): readonly string[] {
  return searchFor(canaries)(haystack);
}

/** `file: canary` for each canary in each file below `directory`, names of files included. */
export function canariesBelow(directory: string, canaries: Canaries): readonly string[] {
  const search = searchFor(canaries);
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.flatMap(({ parentPath, name }) => {
    const found = new Set([...search(readFileSync(join(parentPath, name))), ...search(Buffer.from(name))]);
    return [...found].map((canary) => `${name}: ${canary}`);
  });
}

/**
 * Looks for all forms of all canaries in one pass, for there are thousands and the files are large: only where one
 * begins is it compared.
 */
function searchFor(canaries: Canaries): (haystack: Uint8Array) => readonly string[] {
  const beginnings = new Map<number, { readonly name: string; readonly form: Buffer }[]>();
  const isBeginning = new Uint8Array(0x1_0000);
  for (const [name, secret] of canaries) {
    for (const form of formsOf(secret)) {
      const pair = form.readUInt16BE();
      beginnings.set(pair, [...(beginnings.get(pair) ?? []), { name, form }]);
      isBeginning[pair] = 1;
    }
  }
  return (haystack) => {
    const searched = Buffer.from(haystack.buffer, haystack.byteOffset, haystack.byteLength);
    const found = new Set<string>();
    let pair = searched[0] ?? 0;
    for (let at = 1; at < searched.length; at += 1) {
      pair = ((pair & 0xff) << 8) | (searched[at] ?? 0);
      if (isBeginning[pair] === 0) continue;
      for (const { name, form } of beginnings.get(pair) ?? []) {
        if (form.equals(searched.subarray(at - 1, at - 1 + form.length))) found.add(name);
      }
    }
    return [...canaries.keys()].filter((name) => found.has(name));
  };
}

function utf16(text: string): readonly Buffer[] {
  const littleEndian = Buffer.from(text, 'utf16le');
  return [littleEndian, Buffer.from(littleEndian).swap16()];
}

/**
 * The part of a base64 text that is the same whatever stands before and after the secret, at one of its three
 * alignments.
 */
function base64At(bytes: Buffer, offset: number): readonly string[] {
  const whole = bytes.subarray(offset, offset + Math.floor((bytes.length - offset) / 3) * 3);
  return [whole.toString('base64'), whole.toString('base64url')];
}

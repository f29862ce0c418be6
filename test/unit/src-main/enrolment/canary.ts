import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The forms in which a secret could lie around: its bytes, UTF-16, hex, and base64 at each alignment. */
export function formsOf(secret: Uint8Array): readonly Buffer[] {
  const bytes = Buffer.from(secret);
  const texts = [bytes.toString('hex'), bytes.toString('hex').toUpperCase(), ...[0, 1, 2].flatMap((offset) => base64Forms(bytes, offset))];
  return [bytes, Buffer.from(bytes.toString('utf8'), 'utf16le'), ...texts.flatMap((text) => [Buffer.from(text), Buffer.from(text, 'utf16le')])];
}

/** The part of the base64 text that is the same whatever stands before and after the secret. */
function base64Forms(bytes: Buffer, offset: number): readonly string[] {
  const whole = bytes.subarray(offset, offset + Math.floor((bytes.length - offset) / 3) * 3);
  return [whole.toString('base64'), whole.toString('base64url')];
}

/** The names of the secrets that `haystack` holds in any form. */
export function secretsIn(haystack: Buffer, secrets: ReadonlyMap<string, Uint8Array>): readonly string[] {
  return [...secrets].filter(([, secret]) => formsOf(secret).some((form) => haystack.includes(form))).map(([name]) => name);
}

/** `file: secret` for each secret in each file below `directory`. */
export function secretsInFiles(directory: string, secrets: ReadonlyMap<string, Uint8Array>): readonly string[] {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.flatMap(({ parentPath, name }) => secretsIn(readFileSync(join(parentPath, name)), secrets).map((secret) => `${name}: ${secret}`));
}

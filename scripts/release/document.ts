import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { runningSha256 } from '../../src-main/core/hash.ts';
import type { JsonObject } from '../../src-main/journal/json.ts';
import {
  parseRelease,
  parseRoot,
  product,
  signedBytes,
  type Package,
  type Release,
  type Root,
  type Signed,
} from '../../src-main/updates/documents.ts';
import type { PublisherKey } from './key-file.ts';

/** A root that nobody has signed. Throws where it is none, as where one key has two parts. */
export function unsignedRoot(root: Omit<Root, 'kind' | 'product'>): Signed {
  return unsigned({ kind: 'root', product, ...root }, parseRoot);
}

export function unsignedRelease(release: Omit<Release, 'kind' | 'product'>): Signed {
  return unsigned({ kind: 'release', product, ...release }, parseRelease);
}

/** The document with a signature by each of the keys; earlier ones by others stay. */
export function withSignatures({ signed, signatures }: Signed, keys: readonly PublisherKey[]): Signed {
  const bytes = signedBytes(signed);
  const added = keys.map((key) => ({ key: key.name, signature: key.sign(bytes) }));
  const others = signatures.filter(({ key }) => !added.some((one) => one.key === key));
  return { signed, signatures: [...others, ...added].sort((a, b) => (a.key < b.key ? -1 : 1)) };
}

/** What a release says of a package file. */
export function packageOf(path: string, from: string): Package {
  const sum = runningSha256();
  const chunk = new Uint8Array(1024 * 1024);
  const file = openSync(path, 'r');
  for (let length = readSync(file, chunk); length > 0; length = readSync(file, chunk))
    sum.add(chunk.subarray(0, length));
  closeSync(file);
  return { file: basename(path), bytes: statSync(path).size, sha256: sum.hex(), from };
}

/** A time as documents have it. */
export function instantOf(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
}

function unsigned<T extends JsonObject>(document: T, parse: typeof parseRoot | typeof parseRelease): Signed {
  const parsed = parse(document);
  if (!parsed.ok) throw new Error(`no document has this form: ${JSON.stringify(document)}`);
  return { signed: document, signatures: [] };
}

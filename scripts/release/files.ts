import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { documentBytes, readDocument, type Root, type Signed } from '../../src-main/updates/documents.ts';
import { judgeFirstRoot } from '../../src-main/updates/judge.ts';
import { Refusal } from '../lib/say.mjs';
import { advised } from './advice.ts';

/** The bytes of a file that somebody named; throws in words where there is none. */
export function bytesAt(path: string): Buffer {
  if (!existsSync(path)) throw new Refusal(`There is no file ${path}.`);
  if (!statSync(path).isFile()) throw new Refusal(`${path} is no file.`);
  return readFileSync(path);
}

export function documentAt(path: string): Signed {
  const document = readDocument(bytesAt(path));
  if (document.ok) return document.value;
  throw new Refusal(`${path} is no root and no release, or was changed by hand. Write it anew.`);
}

/** A root that two of its own keys signed. */
export function rootAt(path: string): Root {
  const root = judgeFirstRoot(bytesAt(path));
  if (!root.ok) throw new Refusal(`${path} is no signed root: ${advised(root.error)}`);
  return root.value.root;
}

/** The document that a new one is to replace; null where there is none. Throws where anything else is in its place. */
export function replacedAt(path: string, kind: 'root' | 'release'): Signed | null {
  if (!existsSync(dirname(path))) throw new Refusal(`There is no folder ${dirname(path)}.`);
  if (!existsSync(path)) return null;
  const read = readDocument(bytesAt(path));
  if (!read.ok || read.value.signed['kind'] !== kind)
    throw new Refusal(`${path} is there already and is no ${kind}. Nothing is written over it: name another --out.`);
  return read.value;
}

export function writeDocument(path: string, document: Signed): void {
  writeFileSync(path, documentBytes(document));
}

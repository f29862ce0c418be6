import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Journal } from '../../../../src-main/journal/journal.ts';
import { firstKind, rowOf } from './journal-fixture.ts';

/** A key that no other file has by chance. */
export function keyOf(id: string): Buffer {
  return Buffer.from(`the-wrapped-key-of-${id}-0123456789`);
}

export function permitPurge(journal: Journal): void {
  journal.append({ subject: '', kind: 'policy-reported', body: { policyVersion: 1, scopes: ['cards:reveal'] } });
}

/** Sells one order, whose codes lie in a sealed answer of its own name, and hands it over. */
export function sellOne(journal: Journal, id: string): void {
  journal.transaction((tx) => {
    tx.append({ subject: id, kind: firstKind, body: {} });
    tx.project(rowOf(id, { pending: false }));
  });
  journal.transaction((tx) => {
    const sealed = tx.fileSealed(id, { ciphertext: Buffer.from(`ciphertext of ${id}`), wrappedKey: keyOf(id) });
    tx.append({ subject: id, kind: 'answer-sealed', body: { sealed } });
  });
  journal.append({ subject: id, kind: 'codes-handed-over', body: {} });
}

/** The names of the files below a folder that hold the key. */
export function filesWithKey(directory: string, id: string): readonly string[] {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  return files
    .filter((file) => readFileSync(join(file.parentPath, file.name)).includes(keyOf(id)))
    .map(({ name }) => name);
}

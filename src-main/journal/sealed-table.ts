import { sha256Base64url } from '../core/hash.ts';
import type { Database } from '../sqlite/database.ts';
import { bytesOf, integerOf, textOf } from '../sqlite/row.ts';
import type { SealedRecord } from '../vault/vault.ts';
import type { SealedReference } from './event.ts';

/** The kind of the events that say which keys were destroyed, under `sealedIds`. */
export const purgedKind = 'codes-purged';

export function fileSealed(database: Database, id: string, record: SealedRecord): SealedReference {
  database.run('INSERT INTO sealed_answers (id, ciphertext) VALUES (?, ?)', id, record.ciphertext);
  database.run('INSERT INTO sealed_keys (id, wrapped_key) VALUES (?, ?)', id, record.wrappedKey);
  return { id, sha256: hashOfCiphertext(record.ciphertext) };
}

/**
 * The pages that held the key are zeroed (`secure_delete`); the caller moves the log into the file after the commit.
 */
export function purgeSealed(database: Database, id: string): void {
  database.run('DELETE FROM sealed_keys WHERE id = ?', id);
}

export function readSealed(database: Database, id: string): SealedRecord | 'purged' | null {
  const row = database.get(
    // In an expression: beside a join SQLite looks into a bare value, and plans the statement at each run.
    "SELECT ciphertext, wrapped_key FROM sealed_answers LEFT JOIN sealed_keys USING (id) WHERE id = ? || ''",
    id,
  );
  if (row === undefined) return null;
  if (row['wrapped_key'] === null) return 'purged';
  return { ciphertext: bytesOf(row, 'ciphertext'), wrappedKey: bytesOf(row, 'wrapped_key') };
}

/** The ids of those whose key is here and that begin so, sorted. */
export function readSealedIds(database: Database, prefix: string): readonly string[] {
  const rows = database.all(
    'SELECT id FROM sealed_keys WHERE id >= ? AND id < ? ORDER BY id',
    prefix,
    `${prefix}\uffff`,
  );
  return rows.map((row) => textOf(row, 'id'));
}

/**
 * The first event that names a sealed answer without its key, where no event says that the key was destroyed; null
 * where there is none.
 */
export function firstWithoutKey(database: Database, lostKeys: readonly string[]): number | null {
  const purged = new Set(
    database
      .all(`SELECT value FROM events, json_each(body, '$.sealedIds') WHERE kind = '${purgedKind}'`)
      .map((row) => row['value']),
  );
  const rows = database.all(`
    SELECT min(seq) AS seq, sealed_answers.id AS id FROM sealed_answers
    CROSS JOIN events INDEXED BY events_by_sealed ON instr(body, '"sealed":{') > 0 AND json_extract(body, '$.sealed.id') = sealed_answers.id
    WHERE NOT EXISTS (SELECT 1 FROM sealed_keys WHERE sealed_keys.id = sealed_answers.id)
    GROUP BY sealed_answers.id ORDER BY seq`);
  const found = rows.find((row) => !purged.has(textOf(row, 'id')) && !lostKeys.includes(textOf(row, 'id')));
  return found === undefined ? null : integerOf(found, 'seq');
}

/** Whether a sealed answer lies here, or an event names one. */
export function holdsSealed(database: Database): boolean {
  const any =
    database.get('SELECT 1 FROM sealed_answers LIMIT 1') ??
    database.get(`SELECT 1 FROM events WHERE instr(body, '"sealed":{') > 0 LIMIT 1`);
  return any !== undefined;
}

/** The hash of the ciphertext as it is kept, purged or not. */
export function sealedHash(database: Database, id: string): string | null {
  const row = database.get('SELECT ciphertext FROM sealed_answers WHERE id = ?', id);
  return row === undefined ? null : hashOfCiphertext(bytesOf(row, 'ciphertext'));
}

function hashOfCiphertext(ciphertext: Uint8Array): string {
  return sha256Base64url(ciphertext);
}

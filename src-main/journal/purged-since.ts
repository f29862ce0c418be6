import type { Database } from '../sqlite/database.ts';
import { textOf } from '../sqlite/row.ts';
import { readMeta, writeMeta } from './meta-table.ts';

/** In a copy: the ids whose keys were destroyed in it after it was made. Its chain cannot say so. */
export const purgedSinceKey = 'purged-since';

/** A list that was damaged says nothing: the records open, and their check finds the keys missing. */
export function purgedSince(database: Database): readonly string[] {
  const sql = `
    SELECT noted.value AS id FROM meta, json_each(CASE WHEN json_valid(meta.value) THEN meta.value END) AS noted
    WHERE meta.key = ? AND noted.type = 'text'`;
  return database.all(sql, purgedSinceKey).map((row) => textOf(row, 'id'));
}

/** Adds to the list; where nothing comes to it the file stays as it is. Call it inside a transaction. */
export function notePurgedSince(copy: Database, ids: readonly string[]): void {
  const all = [...new Set([...purgedSince(copy), ...ids])];
  if (all.length === 0 && readMeta(copy, purgedSinceKey) === null) return;
  writeMeta(copy, purgedSinceKey, JSON.stringify(all));
}

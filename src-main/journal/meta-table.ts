import type { Database } from '../sqlite/database.ts';
import { textOf } from '../sqlite/row.ts';

export function readMeta(database: Database, key: string): string | null {
  const row = database.get('SELECT value FROM meta WHERE key = ?', key);
  return row === undefined ? null : textOf(row, 'value');
}

export function writeMeta(database: Database, key: string, value: string): void {
  database.run(
    'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    key,
    value,
  );
}

export function removeMeta(database: Database, key: string): void {
  database.run('DELETE FROM meta WHERE key = ?', key);
}

import type BetterSqlite3 from 'better-sqlite3';
import { readFrom } from './driver.ts';
import type { Migration } from './migration.ts';

type Schema = ReadonlyMap<string, { readonly type: string; readonly sql: string | null }>;

/**
 * Whether the tables and indices of a file are those that the migrations up to `version` make, word for word: a damaged
 * one may still be read, under another name or with another condition. A trigger may be missing, and must be the one of
 * that name where it is there.
 */
export function fitsSchema(handle: BetterSqlite3.Database, migrations: readonly Migration[], version: number): boolean {
  const found = schemaOf(handle);
  const [expected, later] = schemasOf(migrations, version);
  for (const [name, { type, sql }] of expected) {
    const there = found.get(name);
    if (there === undefined ? type !== 'trigger' : there.type !== type || there.sql !== sql) return false;
  }
  return [...found.keys()].every((name) => expected.has(name) || !later.has(name));
}

/** Whether nothing else is in it either. */
export function hasOnlySchema(handle: BetterSqlite3.Database, migrations: readonly Migration[]): boolean {
  const [expected] = schemasOf(migrations, migrations.length);
  return (
    fitsSchema(handle, migrations, migrations.length) &&
    [...schemaOf(handle).keys()].every((name) => expected.has(name))
  );
}

/** What the migrations up to `version` make, and what all of them make. */
function schemasOf(migrations: readonly Migration[], version: number): readonly [expected: Schema, later: Schema] {
  return readFrom(':memory:', {}, (handle) => {
    for (const migration of migrations.slice(0, version)) handle.exec(migration.sql);
    const expected = schemaOf(handle);
    for (const migration of migrations.slice(version)) handle.exec(migration.sql);
    return [expected, schemaOf(handle)];
  });
}

function schemaOf(handle: BetterSqlite3.Database): Schema {
  const rows = handle
    .prepare<[], { type: string; name: string; sql: string | null }>('SELECT type, name, sql FROM sqlite_schema')
    .all();
  return new Map(rows.map(({ type, name, sql }) => [name, { type, sql }]));
}

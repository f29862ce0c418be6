import type BetterSqlite3 from 'better-sqlite3';
import { readFrom } from './driver.ts';
import type { Migration } from './migration.ts';

type Schema = ReadonlyMap<string, { readonly type: string; readonly sql: string | null }>;

/**
 * Whether the tables and indices of a file are those that the migrations up to `version` make, word for word: a damaged
 * one may still be read, under another name or with another condition. A trigger may be missing, and must be the one of
 * that name where it is there: any other would act on our own writes, as a view would on our reads.
 */
export function fitsSchema(handle: BetterSqlite3.Database, migrations: readonly Migration[], version: number): boolean {
  const found = schemaOf(handle);
  const [expected, later] = schemasOf(migrations, version);
  for (const [name, { type, sql }] of expected) {
    const there = found.get(name);
    if (there === undefined ? type !== 'trigger' : there.type !== type || there.sql !== sql) return false;
  }
  return [...found].every(
    ([name, { type }]) => expected.has(name) || ((type === 'table' || type === 'index') && !later.has(name)),
  );
}

/** Whether nothing else is in it either. */
export function hasOnlySchema(handle: BetterSqlite3.Database, migrations: readonly Migration[]): boolean {
  const [expected] = schemasOf(migrations, migrations.length);
  return (
    fitsSchema(handle, migrations, migrations.length) &&
    [...schemaOf(handle).keys()].every((name) => expected.has(name))
  );
}

/**
 * Whether what a copy holds, and could be read or be run with a write, was made by migrations or is one of `others`, by
 * name and word for word. Of the tables some may be missing; one that nobody asks for is passed over.
 */
export function hasNothingStrange(
  handle: BetterSqlite3.Database,
  migrations: readonly Migration[],
  others: ReadonlyMap<string, string>,
): boolean {
  const known = statementsOf(migrations);
  return [...schemaOf(handle)].every(([name, { type, sql }]) => {
    if (sql === null) return true;
    const ours = known.get(name);
    if (ours === undefined && !others.has(name)) return type === 'table';
    return ours?.has(sql) === true || others.get(name) === sql;
  });
}

const statements = new WeakMap<readonly Migration[], ReadonlyMap<string, ReadonlySet<string>>>();

/** By name, what the migrations make, and made in earlier versions. */
function statementsOf(migrations: readonly Migration[]): ReadonlyMap<string, ReadonlySet<string>> {
  const read = statements.get(migrations);
  if (read !== undefined) return read;
  const all = new Map<string, Set<string>>();
  for (let version = 1; version <= migrations.length; version += 1)
    for (const [name, { sql }] of schemasOf(migrations, version)[0])
      if (sql !== null) all.set(name, (all.get(name) ?? new Set()).add(sql));
  statements.set(migrations, all);
  return all;
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

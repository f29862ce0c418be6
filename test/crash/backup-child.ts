import { openDatabase } from '../../src-main/sqlite/database.ts';

/**
 * Makes a database at its first argument and, at the level of its third, a backup of it at its second; says that this
 * is durable.
 */
const [path = '', copy = '', synchronous = ''] = process.argv.slice(2);
const database = openDatabase(path, {
  profile: 'durable',
  applicationId: 77,
  migrations: [{ version: 1, sql: 'CREATE TABLE notes (text TEXT) STRICT' }],
});
if (!database.ok) throw new Error(database.error.detail);
const written = database.value.transaction(() => database.value.run("INSERT INTO notes VALUES ('kept')"));
database.value.run(`PRAGMA synchronous = ${synchronous}`);
if (written.ok && database.value.backup(copy).ok) process.stdout.write('durable\n');
database.value.close();

import { writeSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { openOrThrow } from './journal-fixture.ts';

/**
 * A process of its own for the journal's tests: appends events to the journal in its first argument until it is killed
 * or refused, and writes each sequence number to stdout once the commit has returned. Its second argument, where there
 * is one, is the user that it becomes first.
 */
if (process.argv[3] !== undefined) become(Number(process.argv[3]));
const journal = openOrThrow(process.argv[2] ?? '');
for (let n = 0; ; n += 1) {
  const appended = journal.append({ subject: '', kind: 'filler', body: { n, text: 'x'.repeat(2_000) } });
  if (!appended.ok) {
    writeSync(1, `${appended.error.code} ${journal.head().seq}\n`);
    process.exit(0);
  }
  writeSync(1, `${appended.value[0]?.seq ?? 0}\n`);
}

/** The native part of SQLite is read with the first database, from a folder that the other user may not see. */
function become(id: number): void {
  new BetterSqlite3(':memory:').close();
  process.setgid?.(id);
  process.setuid?.(id);
}

import { writeSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { journalRules } from '../../src-main/app/counter/journal-rules.ts';
import { systemClock, systemRandomness } from '../../src-main/hosts/system-ports.ts';
import { appendEvent } from '../../src-main/journal/events-table.ts';
import { openJournal } from '../../src-main/journal/open-journal.ts';
import type { Database } from '../../src-main/sqlite/database.ts';
import type { Row, SqlValue } from '../../src-main/sqlite/row.ts';

/**
 * Appends events to the journal in its first argument until it is killed, and prints each number once the commit has
 * returned. `NORMAL` as second argument: it writes by a connection of its own at that level, so that the test sees what
 * is lost then. Where the disk fails it says how, on stderr, and what an attempt would hear after that.
 */
const [directory = '', level = 'FULL'] = process.argv.slice(2);
const opened = openJournal({ rules: journalRules, directory, clock: systemClock, randomness: systemRandomness });
if (!opened.ok) throw new Error(opened.error.code);
const append = level === 'NORMAL' ? appendAtNormal() : appendInJournal();
writeSync(1, 'ready\n');
for (let n = 0; ; n += 1) writeSync(1, `${append(n)}\n`);

function eventOf(n: number) {
  // Of many sizes, so that a log begun afresh does not overwrite its old frames one for one.
  return { subject: 'op', kind: 'filler', body: { n, text: 'x'.repeat((n * 977) % 9_000) } };
}

function appendInJournal(): (n: number) => number {
  return (n) => {
    const appended = opened.ok ? opened.value.append(eventOf(n)) : opened;
    if (!appended.ok) {
      // What a sale would meet next.
      const room = opened.ok ? opened.value.reserve() : opened;
      const next = room.ok ? 'room' : `${room.error.code} ${room.error.detail ?? ''}`;
      writeSync(2, `${appended.error.code} ${appended.error.detail ?? ''}, then ${next}\n`);
      process.exit(0);
    }
    return appended.value[0]?.seq ?? 0;
  };
}

function appendAtNormal(): (n: number) => number {
  if (opened.ok) opened.value.close();
  const handle = new BetterSqlite3(join(directory, 'journal.db'));
  handle.pragma('locking_mode = EXCLUSIVE');
  handle.pragma('journal_mode = WAL');
  handle.pragma('synchronous = NORMAL');
  // At that level only a checkpoint syncs; by chance the kill would follow one.
  handle.pragma('wal_autocheckpoint = 0');
  const database: Pick<Database, 'run' | 'get'> = {
    run: (sql, ...values) => handle.prepare(sql).run(...values).changes,
    get: (sql, ...values) => handle.prepare<SqlValue[], Row>(sql).get(...values),
  };
  return (n) => handle.transaction(() => appendEvent(database, eventOf(n), Date.now()).seq)();
}

import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openLocalRecords } from '../../../../../../src-main/app/counter/counter.ts';
import { journalRules } from '../../../../../../src-main/app/counter/journal-rules.ts';
import { journal as command } from '../../../../../../src-main/hosts/cli/commands/journal.ts';
import { Verification } from '../../../../../../src-main/hosts/cli/commands/verification.ts';
import { readArguments } from '../../../../../../src-main/hosts/cli/terminal/arguments.ts';
import { createContext } from '../../../../../../src-main/hosts/cli/terminal/context.ts';
import { systemClock, systemRandomness } from '../../../../../../src-main/hosts/system-ports.ts';
import { restoreJournal } from '../../../../../../src-main/journal/restore.ts';
import { readVerified } from '../../../../../../src-main/journal/verified.ts';
import { sellMany } from '../../../../../bench/many-operations.ts';
import { tempFolder } from '../../../../../support/temp.ts';
import { value } from '../../../orders/till.ts';
import { runCommand } from './run-command.ts';

const operations = 250;
let directory: string;
let head: number;

/** Opens the records as a counter would, and gives their last event. */
function opened(work: (records: ReturnType<typeof recordsIn>) => void): number {
  const records = recordsIn();
  work(records);
  const { seq } = records.journal.head();
  records.close();
  return seq;
}

const recordsIn = () => value(openLocalRecords({ directory, clock: systemClock, randomness: systemRandomness }));

/** Changes the closed file past its triggers. */
function tampered(sql: string): void {
  const file = new BetterSqlite3(join(directory, 'journal.db'));
  for (const name of file.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").pluck().all())
    file.exec(`DROP TRIGGER "${String(name)}"`);
  file.exec(sql);
  file.close();
}

const verify = (options = '', stopping?: AbortSignal) =>
  runCommand(directory, command, `verify${options}`, {}, stopping);

beforeEach(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  directory = tempFolder();
  head = opened(({ journal }) => sellMany(journal, operations));
});

describe('a verification', () => {
  it('that a signal stops says how far it came, and a later one goes on there', async () => {
    const stop = new AbortController();
    setImmediate(() => stop.abort());
    expect(await verify('', stop.signal)).toEqual({
      exit: 4,
      error: { code: 'check_stopped' },
      value: { part: 'chain', seq: 500, of: head },
    });
    expect(await verify(' --since-last')).toMatchObject({
      exit: 0,
      value: { rows: head, since: { seq: 500 }, head: { seq: head } },
    });
    expect(await verify(' --since-last')).toMatchObject({ exit: 0, value: { rows: head, since: { seq: head } } });
  });

  it('that is stopped takes nothing back of what an earlier one verified', async () => {
    expect(await verify()).toMatchObject({ exit: 0 });
    let noted: unknown;
    opened(({ journal }) => void (noted = readVerified(journal)));
    const stop = new AbortController();
    setImmediate(() => stop.abort());
    expect(await verify('', stop.signal)).toMatchObject({ exit: 4, value: { seq: 500 } });
    opened(({ journal }) => expect({ ...readVerified(journal), atMs: null }).toEqual({ ...Object(noted), atMs: null }));
  });

  it('reads everything, unless it is asked for what is new alone', async () => {
    expect(await verify(' --since-last')).toMatchObject({ exit: 0, value: { rows: head } });
    tampered('UPDATE events SET body = body || char(32) WHERE seq = 7');
    opened(({ journal }) => sellMany(journal, 3));
    expect(await verify(' --since-last')).toMatchObject({ exit: 0, value: { since: { seq: head } } });
    const found = { exit: 6, error: { code: 'journal_corrupt', field: 'event 7', detail: 'hash_differs' } };
    expect(await verify()).toMatchObject(found);
    // What was verified before counts for nothing since.
    expect(await verify(' --since-last')).toMatchObject(found);
  });

  it('of what is new finds what is wrong with it', async () => {
    expect(await verify()).toMatchObject({ exit: 0 });
    opened(({ journal }) => sellMany(journal, 150));
    tampered(`UPDATE events SET hash = zeroblob(32) WHERE seq = ${head + 20}`);
    expect(await verify(' --since-last')).toMatchObject({
      exit: 6,
      error: { code: 'journal_corrupt', field: `event ${head + 20}` },
    });
  });

  it('counts for nothing in a journal that a backup took the place of', async () => {
    expect(await verify()).toMatchObject({ exit: 0 });
    const file = join(tempFolder(), 'backup.db');
    opened(({ journal }) => {
      expect(readVerified(journal)).toMatchObject({ chain: { seq: head } });
      value(journal.backup(file));
    });
    value(restoreJournal({ directory, file, rules: journalRules, clock: systemClock, randomness: systemRandomness }));
    opened(({ journal }) => {
      value(journal.reconcileCopyStatus({}));
      expect([journal.copyStatus(), readVerified(journal)]).toEqual(['own', null]);
    });
  });

  it('says now and then how far it is', async () => {
    const said: string[] = [];
    const context = createContext(value(readArguments(['--data', directory, 'verify'])), {}, () => undefined);
    let nowMs = 0;
    const watched = { ...context, nowMs: () => (nowMs += 2_500), say: (sentence: string) => void said.push(sentence) };
    const records = recordsIn();
    const run = new Verification(watched, records.journal);
    await run.read('chain', (onReached) => records.journal.verifyRecordInTurns({ checkpoint: null, onReached }));
    records.close();
    expect(said).toEqual([`chain of events: ${Math.floor((100 * 500) / head)}%`]);
  });
});

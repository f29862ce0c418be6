import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { err, type Result } from '../../../../src-main/core/result.ts';
import { automaticBackups } from '../../../../src-main/journal/backups.ts';
import { ownCopy } from '../../../../src-main/journal/copy-status.ts';
import { holdFolder } from '../../../../src-main/journal/folder-lock.ts';
import { openInstallation, readInstallation } from '../../../../src-main/journal/installation.ts';
import { journalOptions } from '../../../../src-main/journal/journal-file.ts';
import type { Journal } from '../../../../src-main/journal/journal.ts';
import { openJournal } from '../../../../src-main/journal/open-journal.ts';
import { openJournalToRead } from '../../../../src-main/journal/open-to-read.ts';
import { SqliteJournal } from '../../../../src-main/journal/sqlite-journal.ts';
import { openDatabase, type Database } from '../../../../src-main/sqlite/database.ts';
import { DatabaseUnavailable, type DatabaseFault } from '../../../../src-main/sqlite/fault.ts';
import { canCountOpenFiles, openFiles } from '../../../support/open-files.ts';
import { tempFolder } from '../../../support/temp.ts';
import { HandClock, openOrThrow, randomness, rowOf, testRules } from './journal-fixture.ts';

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const full: DatabaseFault = { code: 'not_writable', detail: 'SQLITE_FULL' };
const failing: DatabaseFault = { code: 'not_writable', detail: 'SQLITE_IOERR_WRITE' };
const refused = ({ detail }: DatabaseFault) => ({ ok: false, error: { code: 'journal_not_writable', detail } });

let directory: string;
let clock: HandClock;

beforeEach(() => {
  directory = join(tempFolder(), 'counter');
  clock = new HandClock();
});

const open = (): Journal => openOrThrow(directory, clock);
const backups = (): readonly number[] => automaticBackups(directory).map(({ atMs }) => atMs);
const size = (name: string): number => (existsSync(join(directory, name)) ? statSync(join(directory, name)).size : 0);

function valueOf<T>(result: Result<T, { readonly code: string }>): T {
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
}

/** What the disk does that a test lets fail: no real one can be had to. */
interface Disk {
  /** What each transaction meets at its end, in order; after them all is well. */
  readonly faults: DatabaseFault[];
  moveLogFault?: DatabaseFault;
}

/** The journal of the folder, on a disk that fails as it is told. */
function onFailingDisk(disk: Disk): Journal {
  const real = valueOf(openDatabase(join(directory, 'journal.db'), journalOptions));
  const database: Database = {
    transaction: (work) => {
      const fault = disk.faults.shift();
      return real.transaction(() => {
        const done = work();
        if (fault !== undefined) throw new DatabaseUnavailable(fault);
        return done;
      });
    },
    run: (...args) => real.run(...args),
    get: (...args) => real.get(...args),
    all: (...args) => real.all(...args),
    backup: (path) => real.backup(path),
    moveLog: (how) => (disk.moveLogFault === undefined ? real.moveLog(how) : err(disk.moveLogFault)),
    close: () => real.close(),
  };
  const journal = new SqliteJournal(
    { directory, clock, randomness, rules: testRules, answerRoomBytes: 50_000 },
    {
      database,
      installation: valueOf(openInstallation(directory, randomness)),
      lock: valueOf(holdFolder(directory)),
      trouble: null,
      isCheckedWhole: true,
      isLarge: false,
      installationId: '',
      copyFacts: ownCopy,
    },
  );
  onTestFinished(() => journal.close());
  return journal;
}

function permit(journal: Journal): void {
  journal.append({ subject: '', kind: 'policy-reported', body: { scopes: ['cards:reveal'] } });
}

/** An order with so many sealed answers, which was handed over. */
function delivered(journal: Journal, id: string, answers = 1): void {
  const written = journal.transaction((tx) => {
    tx.project(rowOf(id, { pending: false }));
    for (let n = 0; n < answers; n += 1) {
      const sealed = tx.fileSealed(n === 0 ? id : `${id} ${n}`, {
        ciphertext: Buffer.from(`of ${id}`),
        wrappedKey: Buffer.alloc(61, 7),
      });
      tx.append({ subject: id, kind: 'answer-sealed', body: { sealed } });
    }
    tx.append({ subject: id, kind: 'codes-handed-over', body: {} });
  });
  expect(written.ok).toBe(true);
}

describe('the log of a journal', () => {
  /** Another one where SQLite began to write the log over (sqlite.org/fileformat2.html#walformat). */
  const salts = (): string => readFileSync(join(directory, 'journal.db-wal')).subarray(16, 24).toString('hex');
  const note = (journal: Journal): unknown => journal.append({ subject: '', kind: 'noted', body: {} });

  test('is begun anew after an exchange, in a turn of its own, and not while another is under way', async () => {
    const journal = open();
    onTestFinished(() => journal.close());
    note(journal);
    const before = salts();
    const [one, other] = [valueOf(journal.reserve()), valueOf(journal.reserve())];
    one.release();
    await setImmediate();
    note(journal);
    expect(salts()).toBe(before);
    other.release();
    note(journal);
    expect(salts()).toBe(before);
    await setImmediate();
    note(journal);
    expect(salts()).not.toBe(before);
  });

  test('is left alone once the journal is closed', async () => {
    const journal = open();
    valueOf(journal.reserve()).release();
    journal.close();
    await setImmediate();
    expect(size('journal.db-wal')).toBe(0);
  });
});

describe('on a full disk', () => {
  beforeEach(() => open().close());

  test.each(testRules.urgentKinds)('%s is written into the room that is held for it', (kind) => {
    const disk: Disk = { faults: [] };
    const journal = onFailingDisk(disk);
    expect(size('reserve-deliveries')).toBe(256 * 1024);
    disk.faults.push(full, full);
    expect(journal.append({ subject: 'op', kind, body: {} }).ok).toBe(true);
    expect(size('reserve-deliveries')).toBe(240 * 1024);
  });

  test('anything else is refused, and takes nobody its room', () => {
    const disk: Disk = { faults: [] };
    const journal = onFailingDisk(disk);
    expect(journal.reserve().ok).toBe(true);
    disk.faults.push(full);
    expect(journal.append({ subject: 'op', kind: 'noted', body: {} })).toEqual(refused(full));
    expect([size('reserve'), size('reserve-deliveries')]).toEqual([50_000, 256 * 1024]);
  });

  test('an answer takes the room that was held for it, whatever is recorded with it', () => {
    const disk: Disk = { faults: [] };
    const journal = onFailingDisk(disk);
    expect(journal.reserve().ok).toBe(true);
    disk.faults.push(full);
    delivered(journal, 'op');
    expect([size('reserve'), size('reserve-deliveries')]).toEqual([0, 256 * 1024]);
  });

  test('no backup is begun, and the copy status does not change', () => {
    const disk: Disk = { faults: [] };
    const journal = onFailingDisk(disk);
    journal.append({ subject: '', kind: 'noted', body: {} });
    disk.faults.push(full);
    journal.keep();
    expect(backups()).toEqual([]);
    disk.faults.push(full);
    expect(journal.changeCopyStatus('copied', ['service_knows_more'])).toEqual(refused(full));
    expect(journal.copyStatus()).toBe('own');
  });

  test('a purge says what it met first, and also where its keys live on in the log', () => {
    const disk: Disk = { faults: [] };
    const journal = onFailingDisk(disk);
    permit(journal);
    delivered(journal, 'op');
    disk.faults.push(full);
    disk.moveLogFault = failing;
    expect(journal.purge(0)).toEqual(refused(full));
    expect(journal.purge(0)).toEqual(refused(failing));
  });
});

describe('a journal that is opened', () => {
  test('holds as much room for answers as it is given, and room for deliveries from the start', () => {
    const journal = valueOf(openJournal({ rules: testRules, directory, clock, randomness, answerRoomBytes: 50_000 }));
    expect([size('reserve'), size('reserve-deliveries')]).toEqual([0, 256 * 1024]);
    expect(journal.reserve().ok).toBe(true);
    expect(size('reserve')).toBe(50_000);
    journal.close();
  });

  test('to be read holds no room', () => {
    open().close();
    const temporary = tempFolder();
    vi.stubEnv('TMPDIR', temporary);
    onTestFinished(() => void vi.unstubAllEnvs());
    const journal = valueOf(openJournalToRead({ rules: testRules, directory, clock, randomness }));
    expect(readdirSync(temporary, { recursive: true }).filter((name) => String(name).includes('reserve'))).toEqual([]);
    journal.close();
  });

  test('has its end for the checkpoint, though a power cut left an older one', () => {
    const before = open();
    before.append({ subject: '', kind: 'noted', body: {} });
    before.close();
    const older = readFileSync(join(directory, 'installation'));
    const journal = open();
    journal.append({ subject: '', kind: 'noted', body: {} });
    journal.close();
    writeFileSync(join(directory, 'installation'), older);
    const again = open();
    expect(readInstallation(directory).checkpoint).toEqual(again.head());
    again.close();
  });

  test('keeps the checkpoint as it is where its end is gone, until a person has seen that', () => {
    const before = open();
    before.append({ subject: '', kind: 'noted', body: {} });
    before.changeCopyStatus('rolled-back', ['keyring_witness'], { seq: 9, hash: 'nine' });
    before.close();
    const installation = readFileSync(join(directory, 'installation'), 'utf8');
    const journal = open();
    journal.append({ subject: '', kind: 'noted', body: {} });
    journal.close();
    expect(readFileSync(join(directory, 'installation'), 'utf8')).toBe(installation);
  });

  test.runIf(canCountOpenFiles)('and closed leaves no file open', () => {
    const before = openFiles();
    for (let n = 0; n < 3; n += 1) open().close();
    expect(openFiles()).toBeLessThan(before + 3);
  });
});

test('a key that is destroyed alone is recorded by an event of no subject', () => {
  const journal = open();
  delivered(journal, 'op');
  journal.transaction((tx) => tx.purgeSealed('op'));
  expect(journal.events({ kind: 'codes-purged' })).toMatchObject([{ subject: '', body: { sealedIds: ['op'] } }]);
  journal.close();
});

describe('the purge of the day', () => {
  test('is made once a day', () => {
    const journal = open();
    permit(journal);
    delivered(journal, 'first');
    clock.atMs += 2 * hourMs;
    delivered(journal, 'second');
    const isPurged = (): readonly boolean[] => ['first', 'second'].map((id) => journal.sealed(id) === 'purged');
    clock.atMs += 30 * dayMs - 2 * hourMs;
    journal.keep();
    expect(isPurged()).toEqual([true, false]);
    clock.atMs += 23 * hourMs;
    journal.keep();
    expect(isPurged()).toEqual([true, false]);
    clock.atMs += hourMs;
    journal.keep();
    expect(isPurged()).toEqual([true, true]);
    journal.close();
  });

  test('goes on the same day where it was not allowed, or where more was to be destroyed than it does at once', () => {
    const journal = open();
    delivered(journal, 'op', 2_001);
    clock.atMs += 30 * dayMs;
    journal.keep();
    permit(journal);
    const purged = (): number =>
      journal.events({ kind: 'codes-purged' }).flatMap(({ body }) => body['sealedIds']).length;
    const counts = [1, 2].map(() => {
      journal.keep();
      return purged();
    });
    expect(counts).toEqual([2_000, 2_001]);
    journal.close();
  });

  test('destroys nothing where the records are damaged', () => {
    const journal = open();
    permit(journal);
    delivered(journal, 'op');
    journal.append({ subject: '', kind: 'noted', body: {} });
    journal.close();
    const file = new BetterSqlite3(join(directory, 'journal.db'));
    file.exec("DROP TRIGGER events_are_not_changed; UPDATE events SET kind = 'x' WHERE kind = 'noted'");
    file.close();
    clock.atMs += 31 * dayMs;
    const damaged = open();
    expect([damaged.trouble()?.code, damaged.sealed('op') === 'purged']).toEqual(['journal_corrupt', false]);
    damaged.close();
  });
});

describe('the backup of the day', () => {
  const begun = (): Journal => {
    const journal = open();
    journal.append({ subject: '', kind: 'noted', body: {} });
    return journal;
  };

  test('of a small journal is made as it is opened', () => {
    begun().close();
    clock.atMs += dayMs;
    const journal = open();
    expect(backups()).toHaveLength(2);
    journal.close();
  });

  test('is made anew on the same day where somebody removed it', () => {
    const journal = begun();
    for (let n = 0; n < 2; n += 1) {
      journal.keep();
      expect(backups()).toHaveLength(1);
      rmSync(join(directory, 'backups'), { recursive: true });
    }
    journal.close();
  });

  test('is the last one also by a clock that was set back', () => {
    const journal = begun();
    journal.keep();
    clock.atMs -= 3 * dayMs;
    journal.keep();
    journal.close();
    expect(backups()).toEqual([clock.atMs, clock.atMs + 3 * dayMs]);
  });
});

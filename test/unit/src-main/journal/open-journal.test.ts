import { existsSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { beforeEach, describe, expect, test } from 'vitest';
import { systemIdentity } from '../../../../src-main/files/machine-identity.ts';
import { holdFolder } from '../../../../src-main/journal/folder-lock.ts';
import type { JournalOptions } from '../../../../src-main/journal/journal.ts';
import { openJournal } from '../../../../src-main/journal/open-journal.ts';
import { canCountOpenFiles, openFiles } from '../../../support/open-files.ts';
import { tempFolder } from '../../../support/temp.ts';
import { HandClock, openOrThrow, randomness, testRules } from './journal-fixture.ts';

const dayMs = 24 * 60 * 60 * 1000;
const smallBytes = 8 * 1024 * 1024;
const pageBytes = 4096;
let directory: string;
let clock: HandClock;

/** A closed journal with one event, and a backup of this day. */
beforeEach(() => {
  directory = join(tempFolder(), 'counter');
  clock = new HandClock();
  const journal = openOrThrow(directory, clock);
  journal.append({ subject: 'needle', kind: 'filler', body: {} });
  journal.close();
});

const lying = (name: string): string => join(directory, name);
const open = (changes: Partial<JournalOptions> = {}) =>
  openJournal({ rules: testRules, directory, clock, randomness, ...changes });
const rebuilt = (): readonly unknown[] => {
  const journal = openOrThrow(directory, clock);
  const causes = journal.events({ kind: 'journal-rebuilt' }).map(({ body }) => body['code']);
  journal.close();
  return causes;
};

function changeFile(change: (bytes: Buffer) => void): void {
  const bytes = readFileSync(lying('journal.db'));
  change(bytes);
  writeFileSync(lying('journal.db'), bytes);
}

function runSql(sql: string): void {
  const handle = new BetterSqlite3(lying('journal.db'));
  handle.exec(sql);
  handle.close();
}

/** The number that says which programs may write the file: none that SQLite knows, so that it only reads it. */
const damageHeader = (): void => changeFile((bytes) => void bytes.writeUInt8(9, 18));

/** An index says of the event another subject than the event itself. Only a check of the whole file finds that. */
const damageIndex = (): void =>
  changeFile((bytes) => {
    for (let at = bytes.indexOf('needle'); at >= 0; at = bytes.indexOf('needle', at + 1)) {
      if (bytes.toString('latin1', at, at + 12) !== 'needlefiller') bytes.write('noodle', at);
    }
  });

describe('the folder of a journal', () => {
  test('is held as long as the journal is open, and no longer', () => {
    const journal = openOrThrow(directory, clock);
    expect(holdFolder(directory)).toMatchObject({ ok: false, error: { code: 'in_use' } });
    journal.close();
    const held = holdFolder(directory);
    expect(held.ok).toBe(true);
    if (held.ok) held.value.release();
  });

  test('is let go by a bug, which stays one', () => {
    const identity = {
      ...systemIdentity,
      machineId: () => {
        throw new TypeError('a bug');
      },
    };
    expect(() => open({ identity })).toThrow('a bug');
    expect(holdFolder(directory).ok).toBe(true);
  });

  test('is cleared of a replacement that never came to be whole', () => {
    const left = ['', '-wal', '-journal'].map((suffix) => lying(`journal.db.restoring${suffix}`));
    for (const file of left) writeFileSync(file, 'half');
    openOrThrow(directory, clock).close();
    expect(left.filter((file) => existsSync(file))).toEqual([]);
  });

  test('gives no old journal where the one that was to take its place cannot be read', () => {
    writeFileSync(lying('journal.db.restored'), 'not a database '.repeat(500));
    expect(open()).toMatchObject({ ok: false, error: { code: 'journal_corrupt' } });
    rmSync(lying('installation'));
    mkdirSync(lying('installation'));
    expect(open()).toEqual({ ok: false, error: { code: 'journal_not_writable', detail: 'installation_unreadable' } });
  });

  test.runIf(canCountOpenFiles)('keeps no file open where that one cannot be read', () => {
    writeFileSync(lying('journal.db.restored'), 'not a database '.repeat(500));
    const before = openFiles();
    for (let n = 0; n < 3; n += 1) expect(open().ok).toBe(false);
    expect(openFiles()).toBeLessThan(before + 3);
  });

  test.each(['journal.db', 'journal.db-wal'])(
    'with a folder in the place of %s has no journal that could be written',
    (name) => {
      rmSync(lying(name), { force: true });
      mkdirSync(lying(name));
      expect(open()).toMatchObject({ ok: false, error: { code: 'journal_not_writable' } });
      expect(holdFolder(directory).ok).toBe(true);
    },
  );
});

describe('a journal whose derived parts are damaged', () => {
  test('is made anew where its header says that it cannot be written', () => {
    damageHeader();
    expect(rebuilt()).toEqual(['journal_not_writable']);
  });

  test('is left as it is where a newer build made it, whatever its header says', () => {
    runSql('PRAGMA user_version = 99');
    expect(open()).toMatchObject({ ok: false, error: { code: 'journal_newer' } });
    damageHeader();
    expect(open()).toMatchObject({ ok: false, error: { code: 'journal_newer' } });
    expect(existsSync(lying('set-aside'))).toBe(false);
    // Nothing is made beside it either.
    rmSync(lying('installation'));
    expect(open().ok).toBe(false);
    expect(existsSync(lying('installation'))).toBe(false);
  });

  test('is left as it is where it is only that no copy can be made of it before it is brought up to date', () => {
    runSql(`DROP INDEX events_by_serial; DROP INDEX operations_by_sale_number; DROP INDEX operations_by_reference;
      ALTER TABLE operations DROP COLUMN sale_number; ALTER TABLE operations DROP COLUMN reference_key;
      PRAGMA user_version = 4`);
    mkdirSync(lying('journal.db.before-5'));
    expect(open()).toMatchObject({ ok: false, error: { code: 'journal_not_writable' } });
    rmSync(lying('journal.db.before-5'), { recursive: true });
    expect(rebuilt()).toEqual([]);
  });
});

describe('the indexes of a journal', () => {
  const enlarge = (): void => truncateSync(lying('journal.db'), smallBytes + pageBytes);

  test('are checked at each opening of a small one', () => {
    damageIndex();
    expect(rebuilt()).toEqual(['journal_corrupt']);
  });

  test('of a large one are checked where damage was seen before, and otherwise at leisure', () => {
    damageIndex();
    for (const laterMs of [0, dayMs]) {
      enlarge();
      clock.atMs += laterMs;
      expect([rebuilt(), existsSync(lying('damage-seen'))]).toEqual([[], false]);
    }
    enlarge();
    writeFileSync(lying('damage-seen'), '');
    expect([rebuilt(), existsSync(lying('damage-seen'))]).toEqual([['journal_corrupt'], false]);
  });
});

test('a journal is read whole at its opening up to eight mebibytes', () => {
  for (const [bytes, isWhole] of [
    [smallBytes, true],
    [smallBytes + pageBytes, false],
  ] as const) {
    truncateSync(lying('journal.db'), bytes);
    expect(statSync(lying('journal.db')).size).toBe(bytes);
    const journal = openOrThrow(directory, clock);
    expect(journal.isCheckedWhole).toBe(isWhole);
    journal.close();
  }
});

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { reasonOf, troubleIn, troubleText } from '../../../../src-main/journal/backup-trouble.ts';
import { tempFolder } from '../../../support/temp.ts';
import { HandClock, openOrThrow } from './journal-fixture.ts';

const dayMs = 24 * 60 * 60 * 1000;

describe('what a backup failed for', () => {
  test.each([
    ['not_writable', 'ENOSPC', 'no_space'],
    ['not_writable', 'SQLITE_FULL', 'no_space'],
    ['not_writable', 'EDQUOT', 'no_space'],
    ['not_writable', 'SQLITE_IOERR_WRITE', 'no_space'],
    ['not_writable', 'EACCES', 'not_permitted'],
    ['not_writable', 'EROFS', 'not_permitted'],
    ['not_writable', 'SQLITE_READONLY_DIRECTORY', 'not_permitted'],
    ['not_writable', 'SQLITE_CANTOPEN', 'not_permitted'],
    ['not_writable', 'ENODEV', 'device_gone'],
    ['not_writable', 'EIO', 'device_gone'],
    ['not_writable', 'ENOENT', 'device_gone'],
    ['not_writable', 'SQLITE_IOERR_FSYNC', 'device_gone'],
    ['corrupt', 'SQLITE_CORRUPT', 'damaged'],
  ] as const)('is, of %s with %s, %s', (code, detail, reason) => {
    expect(reasonOf({ code, detail })).toBe(reason);
  });

  test('is read as it was written, and is nothing where another build wrote what this one does not know', () => {
    expect(troubleIn(troubleText({ reason: 'no_space', atMs: 1_700_000_000_000 }))).toEqual({
      reason: 'no_space',
      atMs: 1_700_000_000_000,
    });
    expect([null, '', 'no_space', 'no_space x', 'on_fire 17'].map(troubleIn)).toEqual([null, null, null, null, null]);
  });
});

describe('a journal', () => {
  test('says why the backup of the day was not made, after a restart too, until one is made', () => {
    const directory = join(tempFolder(), 'counter');
    const clock = new HandClock();
    // A file in the place of the folder takes no backup, whoever asks: root may write where it has no right.
    mkdirSync(directory, { mode: 0o700 });
    writeFileSync(join(directory, 'backups'), '');
    const first = openOrThrow(directory, clock);
    first.append({ subject: 'op', kind: 'filler', body: {} });
    expect(first.backupTrouble()).toBe(null);
    const triedAtMs = clock.atMs;
    first.keep();
    expect(first.backupTrouble()).toEqual({ reason: 'not_permitted', atMs: triedAtMs });
    first.close();

    clock.atMs += dayMs / 2;
    const again = openOrThrow(directory, clock);
    expect(again.backupTrouble()).toEqual({ reason: 'not_permitted', atMs: triedAtMs });
    expect(again.append({ subject: 'op', kind: 'filler', body: {} }).ok).toBe(true);
    again.close();

    rmSync(join(directory, 'backups'));
    clock.atMs += dayMs;
    const mended = openOrThrow(directory, clock);
    expect(mended.backupTrouble()).toBe(null);
    mended.close();
    const last = openOrThrow(directory, clock);
    expect(last.backupTrouble()).toBe(null);
    last.close();
  });
});

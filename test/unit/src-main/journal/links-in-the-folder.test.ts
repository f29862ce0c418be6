import { existsSync, linkSync, lstatSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { openInstallation } from '../../../../src-main/journal/installation.ts';
import { createReserve } from '../../../../src-main/journal/reserve.ts';
import { holdLock } from '../../../../src-main/sqlite/lock.ts';
import { tempFolder } from '../../../support/temp.ts';
import { HandClock, randomness } from './journal-fixture.ts';

const text = 'a file of somebody, and no database. '.repeat(50_000);
const unit = 100_000;
let directory: string;
let theirs: string;

beforeEach(() => {
  directory = tempFolder();
  theirs = join(tempFolder(), 'theirs.txt');
  writeFileSync(theirs, text);
});

const unharmed = (): boolean => readFileSync(theirs, 'utf8') === text;

describe.each([
  ['a link', symlinkSync],
  ['a second name', linkSync],
] as const)('%s of another file', (_, link) => {
  test('in the place of the lock is not taken for it, and not emptied', () => {
    const path = join(directory, 'journal.lock');
    link(theirs, path);
    expect(holdLock(path)).toEqual({ ok: false, error: { code: 'not_writable', detail: 'not_a_file' } });
    expect(unharmed()).toBe(true);
  });

  test('in the place of the room that is held is taken away, and the room is made', () => {
    for (const name of ['reserve', 'reserve-deliveries']) link(theirs, join(directory, name));
    const reserve = createReserve(directory, unit, new HandClock());
    expect(reserve.hold().ok).toBe(true);
    expect(lstatSync(join(directory, 'reserve'))).toMatchObject({ size: unit, nlink: 1 });
    expect([reserve.giveUp(), reserve.giveUpForUrgentEvent()]).toEqual([true, true]);
    expect(unharmed()).toBe(true);
  });

  test('in the place of the room is not shortened where none was made before', () => {
    link(theirs, join(directory, 'reserve'));
    expect(createReserve(directory, unit, new HandClock()).giveUp()).toBe(false);
    expect(unharmed()).toBe(true);
  });
});

test('a link to nothing makes no file elsewhere', () => {
  const path = join(directory, 'journal.lock');
  const absent = join(tempFolder(), 'absent');
  symlinkSync(absent, path);
  expect(holdLock(path)).toMatchObject({ ok: false, error: { code: 'not_writable' } });
  expect(existsSync(absent)).toBe(false);
});

test('nothing is written through a link in the place of the installation', () => {
  symlinkSync(theirs, join(directory, 'installation'));
  expect(openInstallation(directory, randomness)).toEqual({
    ok: false,
    error: { code: 'journal_not_writable', detail: 'installation_not_written' },
  });
  expect(unharmed()).toBe(true);
});

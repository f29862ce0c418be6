import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { createReserve, type Reservation, type Reserve } from '../../../../src-main/journal/reserve.ts';
import { canCountOpenFiles, openFiles } from '../../../support/open-files.ts';
import { tempFolder } from '../../../support/temp.ts';
import { HandClock } from './journal-fixture.ts';

const unit = 1_200_000;
let directory: string;
let clock: HandClock;
let reserve: Reserve;

beforeEach(() => {
  directory = tempFolder();
  clock = new HandClock();
  reserve = createReserve(directory, unit, clock);
});

const size = (name = 'reserve'): number =>
  existsSync(join(directory, name)) ? statSync(join(directory, name)).size : 0;

function held(): Reservation {
  const reservation = reserve.hold();
  if (!reservation.ok) throw new Error(reservation.error.detail);
  return reservation.value;
}

describe('room for answers', () => {
  test('grows with those under way, for its owner only, by bytes that nothing can shorten', () => {
    held();
    expect(size()).toBe(unit);
    held();
    expect(size()).toBe(2 * unit);
    const bytes = readFileSync(join(directory, 'reserve'));
    expect(gzipSync(bytes).length).toBeGreaterThan(0.9 * bytes.length);
    expect(statSync(join(directory, 'reserve')).mode & 0o777).toBe(0o600);
  });

  test('stays from attempt to attempt, and is not asked for twice', () => {
    for (let attempt = 0; attempt < 5; attempt += 1) held().release();
    expect(size()).toBe(unit);
    createReserve(directory, unit, clock).hold();
    expect(size()).toBe(unit);
  });

  test('counts what may still come late, until then', () => {
    held().release(60_000);
    held();
    expect(size()).toBe(2 * unit);
    rmSync(join(directory, 'reserve'));
    clock.atMs += 60_000;
    held();
    expect(size()).toBe(2 * unit);
  });

  test('forgets what may come late once it did', () => {
    const one = held();
    one.release(60_000);
    one.release();
    rmSync(join(directory, 'reserve'));
    held();
    expect(size()).toBe(unit);
  });

  test('is for sixteen attempts at most, those that come late among them', () => {
    const all = Array.from({ length: 16 }, held);
    expect(size()).toBe(16 * unit);
    expect(reserve.hold()).toEqual({
      ok: false,
      error: { code: 'journal_not_writable', detail: 'too_many_under_way' },
    });
    all[0]?.release(60_000);
    expect(reserve.hold().ok).toBe(true);
    expect(size()).toBe(16 * unit);
  });

  test('is given back one answer at a time, until there is none', () => {
    held();
    held();
    truncateSync(join(directory, 'reserve'), unit + 5);
    expect([reserve.giveUp(), size(), reserve.giveUp(), size(), reserve.giveUp()]).toEqual([true, 5, true, 0, false]);
    rmSync(join(directory, 'reserve'));
    expect(reserve.giveUp()).toBe(false);
  });
});

test.skipIf(!canCountOpenFiles)('room that is held keeps no file open', () => {
  held();
  const before = openFiles();
  held();
  expect(openFiles()).toBe(before);
});

describe('room for deliveries', () => {
  test('is held beside it, and given back in pieces', () => {
    expect(reserve.holdForUrgentEvents()).toEqual({ ok: true, value: undefined });
    expect(size('reserve-deliveries')).toBe(256 * 1024);
    expect([reserve.giveUpForUrgentEvent(), size('reserve-deliveries')]).toEqual([true, 240 * 1024]);
    held();
    expect(size('reserve-deliveries')).toBe(256 * 1024);
    for (let piece = 0; piece < 16; piece += 1) expect(reserve.giveUpForUrgentEvent()).toBe(true);
    expect([reserve.giveUpForUrgentEvent(), size('reserve')]).toEqual([false, unit]);
  });
});

test('room that is held already is not asked of the disk once more', () => {
  const { bavail, bsize } = statfsSync(directory);
  const held = Math.floor(bavail * bsize * 0.75);
  // A hole: what lies there is of no account here.
  writeFileSync(join(directory, 'reserve'), '');
  truncateSync(join(directory, 'reserve'), held);
  expect(createReserve(directory, held + 1_000, clock).hold().ok).toBe(true);
  expect(size()).toBe(held + 1_000);
});

test('a sale is not refused for answers that will most likely never come', () => {
  const { bavail, bsize } = statfsSync(directory);
  const more = 2 * bavail * bsize;
  writeFileSync(join(directory, 'reserve'), '');
  truncateSync(join(directory, 'reserve'), more);
  const full = createReserve(directory, more, clock);
  const first = full.hold();
  if (first.ok) first.value.release(60_000);
  expect(full.hold()).toEqual({ ok: true, value: { release: expect.any(Function) as unknown } });
  expect(size()).toBe(more);
  expect(full.hold()).toEqual({ ok: false, error: { code: 'journal_not_writable', detail: 'no_space' } });
});

describe('no room', () => {
  test('for what is written down of codes that come out refuses the sale before it', () => {
    mkdirSync(join(directory, 'reserve-deliveries'));
    expect(reserve.hold().ok).toBe(false);
    expect(size()).toBe(0);
  });

  test('is said, with what the system says', () => {
    const gone = createReserve(join(directory, 'absent'), unit, clock);
    expect(gone.hold()).toEqual({ ok: false, error: { code: 'journal_not_writable', detail: 'ENOENT' } });
    expect(gone.holdForUrgentEvents().ok).toBe(false);
    mkdirSync(join(directory, 'reserve'));
    // A folder in its place is longer than nothing: it is no file to extend.
    expect(reserve.hold().ok).toBe(false);
  });

  test.skipIf(process.platform === 'win32')(
    'that ends half-way is given back: nobody is served by a part of it',
    () => {
      const child = `ulimit -f 2048; exec "$0" "$1" "$2" ${String(2 ** 22)}`;
      const { stdout } = spawnSync(
        'sh',
        ['-c', child, process.execPath, join(import.meta.dirname, 'reserve-child.ts'), directory],
        { encoding: 'utf8' },
      );
      expect(JSON.parse(stdout)).toEqual({ ok: false, error: { code: 'journal_not_writable', detail: 'EFBIG' } });
      expect([existsSync(join(directory, 'reserve')), size()]).toEqual([true, 0]);
    },
  );

  test('for more than the disk has is asked of nobody: the last of it is not filled up', () => {
    const greedy = createReserve(directory, 2 ** 50, clock);
    expect(greedy.hold()).toEqual({ ok: false, error: { code: 'journal_not_writable', detail: 'no_space' } });
    expect(size()).toBe(0);
  });
});

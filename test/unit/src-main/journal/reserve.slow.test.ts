import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Journal } from '../../../../src-main/journal/journal.ts';
import { openJournal } from '../../../../src-main/journal/open-journal.ts';
import { createReserve as createReserveAt, type Reserve } from '../../../../src-main/journal/reserve.ts';
import { stepPatienceMs } from '../../../support/patience.ts';
import { HandClock, openOrThrow, randomness, testRules } from './journal-fixture.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'counterfoil-reserve-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const unit = 300_000;
const clock = new HandClock();

function heldBytes(): number {
  return statSync(join(directory, 'reserve')).size;
}

describe('room for answers', () => {
  const createReserve = (folder: string, bytes: number): Reserve => createReserveAt(folder, bytes, clock);

  test('is kept beside that of newer attempts while an answer may still come late', () => {
    const reserve = createReserve(directory, unit);
    const lost = reserve.hold();
    if (lost.ok) lost.value.release(600_000);
    const next = reserve.hold();
    expect(heldBytes()).toBe(2 * unit);
    if (next.ok) next.value.release();
    clock.atMs += 600_001;
    expect([reserve.hold().ok, reserve.hold().ok, heldBytes()]).toEqual([true, true, 2 * unit]);
    reserve.hold();
    expect(heldBytes()).toBe(3 * unit);
  });

  test('is not kept for an answer that came late', () => {
    const reserve = createReserve(directory, unit);
    const lost = reserve.hold();
    if (lost.ok) lost.value.release(600_000);
    if (lost.ok) lost.value.release();
    expect([reserve.hold().ok, heldBytes()]).toEqual([true, unit]);
  });

  test('is held for each attempt under way, stays for the next one, and is real bytes on the disk', () => {
    const reserve = createReserve(directory, unit);
    const one = reserve.hold();
    expect(heldBytes()).toBe(unit);
    const two = reserve.hold();
    expect(heldBytes()).toBe(2 * unit);
    for (const held of [one, two]) if (held.ok) held.value.release();
    expect([reserve.hold().ok, heldBytes()]).toEqual([true, 2 * unit]);
    expect(statSync(join(directory, 'reserve')).blocks * 512).toBeGreaterThanOrEqual(2 * unit);
  });

  test('is given back one answer at a time, and filled up again', () => {
    const reserve = createReserve(directory, unit);
    reserve.hold();
    reserve.hold();
    expect([reserve.giveUp(), heldBytes(), reserve.giveUp(), heldBytes(), reserve.giveUp()]).toEqual([
      true,
      unit,
      true,
      0,
      false,
    ]);
    reserve.hold();
    expect(heldBytes()).toBe(3 * unit);
  });

  test('is refused to one who never releases it, and a release counts once', () => {
    const reserve = createReserve(directory, 1);
    const first = reserve.hold();
    for (let held = 1; held < 16; held += 1) expect(reserve.hold().ok).toBe(true);
    expect(reserve.hold()).toEqual({
      ok: false,
      error: { code: 'journal_not_writable', detail: 'too_many_under_way' },
    });
    if (first.ok) first.value.release();
    if (first.ok) first.value.release();
    expect([reserve.hold().ok, reserve.hold().ok]).toEqual([true, false]);
  });
});

/** A disk of its own that may be filled up: needs the right to mount one, in a namespace that ends with the process. */
const canMount = spawnSync('unshare', ['-rm', 'sh', '-c', `mount -t tmpfs -o size=1m none ${tmpdir()}`]).status === 0;

function onSmallDisk(...args: readonly string[]): unknown {
  return inChild('full-disk-child.ts', ...args);
}

function inChild(child: string, ...args: readonly string[]): unknown {
  const command = 'mount -t tmpfs -o size=48m none "$1" && exec "$2" "$3" "$1" $4';
  const script = join(import.meta.dirname, child);
  const { stdout, stderr, status } = spawnSync(
    'unshare',
    ['-rm', 'sh', '-c', command, 'sh', directory, process.execPath, script, ...args],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

describe.skipIf(!canMount)('on a disk that somebody else fills up while the answer is awaited', () => {
  const kept = {
    held: true,
    second: 'journal_not_writable no_space',
    sealed: 'ok',
    refused: 'journal_not_writable no_space',
    again: 'ok',
    whole: true,
    kept: true,
  };

  test('the largest answer is kept, no further attempt begins, and selling goes on once there is room again', () => {
    // It takes all the room: its verdict is recorded when it is judged again, from the sealed bytes.
    expect(onSmallDisk()).toEqual({
      ...kept,
      verdict: 'journal_not_writable SQLITE_FULL',
      unheld: 'journal_not_writable SQLITE_FULL',
      rows: 2,
    });
  });

  test('an answer of the usual size is kept and judged', () => {
    expect(onSmallDisk('small')).toMatchObject({ ...kept, verdict: 'ok' });
  });

  test('an answer that comes late is kept besides that of a newer attempt, and five that may come late refuse no sale', () => {
    expect(onSmallDisk('late')).toMatchObject({ held: true, late: 'ok', sealed: 'ok', whole: true, kept: true });
  });

  test('an answer for which no room was held is lost, and nothing else is', () => {
    expect(onSmallDisk('without')).toMatchObject({
      held: null,
      sealed: 'journal_not_writable SQLITE_FULL',
      whole: true,
      kept: false,
    });
  });
});

describe.skipIf(!canMount)('on a disk that somebody else keeps filled up', () => {
  test('codes come out and are handed over by the dozen, each one recorded, while nothing else is taken down', () => {
    const came = z
      .object({
        noted: z.string(),
        notedAfter: z.string(),
        sold: z.string(),
        recorded: z.int(),
        refused: z.int(),
        whole: z.boolean(),
      })
      .parse(inChild('full-disk-deliveries-child.ts'));
    const full = 'journal_not_writable SQLITE_FULL';
    expect(came).toMatchObject({ noted: full, notedAfter: full, sold: 'journal_not_writable no_space', whole: true });
    // Of 120: what is not recorded is refused, and so has not come out.
    expect(came.recorded + came.refused).toBe(120);
    expect(came.recorded).toBeGreaterThanOrEqual(80);
  });
});

describe('nothing new begins on a journal', () => {
  let journal: Journal | null = null;
  afterEach(() => journal?.close());

  function seed(textLength = 500): void {
    const made = openOrThrow(directory);
    made.append(
      ...Array.from({ length: 300 }, (_, n) => ({
        subject: '',
        kind: 'filler',
        body: { n, text: 'x'.repeat(textLength) },
      })),
    );
    made.close();
  }

  test('whose chain is broken near its end, which can still be read', () => {
    seed();
    const handle = new BetterSqlite3(join(directory, 'journal.db'));
    handle.exec(`DROP TRIGGER events_are_not_changed; UPDATE events SET body = '{"n":0}' WHERE seq = 290`);
    handle.close();
    journal = openOrThrow(directory);
    expect(journal.reserve()).toEqual({ ok: false, error: { code: 'journal_corrupt', detail: 'event_290' } });
    expect([journal.events({ limit: 5 }).length, journal.verify()]).toEqual([
      5,
      { ok: false, error: { firstBadSeq: 290, reason: 'hash_differs' } },
    ]);
  });

  test('that showed itself damaged while it was open', () => {
    // More than SQLite keeps in memory.
    seed(80_000);
    journal = openOrThrow(directory);
    expect(journal.reserve().ok).toBe(true);
    // Under the open file: every page of the table after the first ones.
    const bytes = readFileSync(join(directory, 'journal.db'));
    bytes.fill(0xff, 12 * 4096);
    writeFileSync(join(directory, 'journal.db'), bytes);
    expect(() => journal?.events()).toThrow('journal_corrupt');
    expect(journal.reserve()).toMatchObject({ ok: false, error: { code: 'journal_corrupt' } });
  });

  test.each(['cut in half', 'not a database'])('that cannot be opened: %s', (what) => {
    seed();
    const path = join(directory, 'journal.db');
    const bytes = readFileSync(path);
    writeFileSync(
      path,
      what === 'cut in half'
        ? bytes.subarray(0, 4096 * Math.trunc(bytes.length / 8192))
        : 'A letter to the manager.\n'.repeat(500),
    );
    const spoilt = readFileSync(path);
    expect(openJournal({ rules: testRules, directory, clock: new HandClock(), randomness })).toMatchObject({
      ok: false,
      error: { code: 'journal_corrupt' },
    });
    expect(readFileSync(path).equals(spoilt)).toBe(true);
  });

  test('of which one event was changed', () => {
    seed();
    const path = join(directory, 'journal.db');
    const bytes = readFileSync(path);
    const at = bytes.indexOf('{"') + 2;
    bytes[at] = (bytes[at] ?? 0) ^ 0x01;
    writeFileSync(path, bytes);
    journal = openOrThrow(directory);
    expect(journal.reserve()).toMatchObject({ ok: false, error: { code: 'journal_corrupt' } });
  });

  test('in a folder that may only be read', () => {
    seed();
    const child = join(import.meta.dirname, 'journal-child.ts');
    const before = readFileSync(join(directory, 'journal.db'));
    // What root may do says nothing; the child becomes somebody else once it has loaded what that one may not read.
    const runAs = process.getuid?.() === 0 ? ['65534'] : [];
    chmodSync(directory, 0o555);
    chmodSync(join(directory, 'journal.db'), 0o444);
    const { stdout, stderr } = spawnSync(process.execPath, [child, directory, ...runAs], {
      encoding: 'utf8',
      timeout: stepPatienceMs,
    });
    chmodSync(directory, 0o700);
    expect([stdout, stderr.includes('journal_not_writable')]).toEqual(['', true]);
    expect(readFileSync(join(directory, 'journal.db')).equals(before)).toBe(true);
  });
});

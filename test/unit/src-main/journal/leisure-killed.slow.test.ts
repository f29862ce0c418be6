import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { noise } from '../../../crash/many-orders.ts';
import { tempFolder } from '../../../support/temp.ts';
import { firstKind } from './journal-fixture.ts';
import { LargeCounter, operations, roundOf, soldRow, subjectOf } from './large-counter.ts';

const child = join(import.meta.dirname, 'leisure-child.ts');

/**
 * Checks in another process, which is killed once it has said `turns` lines that `counts`: in its next turn, or as it
 * waits after that one, however late the kill comes.
 */
async function killedAfter(folder: string, turns: number, counts: (line: string) => boolean): Promise<void> {
  const checking = spawn(process.execPath, [child, 'turns', folder], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(checking, 'exit');
  // Who was killed reads no more.
  checking.stdin.on('error', () => undefined);
  checking.stdin.write('..');
  let left = turns;
  createInterface({ input: checking.stdout }).on('line', (line) => {
    left -= counts(line) ? 1 : 0;
    if (left > 0) checking.stdin.write('.');
    else checking.kill('SIGKILL');
  });
  expect((await exited)[1]).toBe('SIGKILL');
}

test('a check that is killed in its middle leaves the journal whole, and the next start goes through all of it', async () => {
  const folder = tempFolder();
  const counter = new LargeCounter(folder).sold();
  for (const turns of [1, 20, 45]) await killedAfter(folder, turns, () => true);
  const journal = counter.open();
  expect(roundOf(journal).at(-1)?.came).toBe('over');
  expect([journal.trouble(), journal.verify().ok, journal.compareProjection()]).toEqual([null, true, []]);
  journal.close();
});

test('a mending that is killed in its middle leaves each operation as it was or mended, and the next start mends the rest', async () => {
  const folder = tempFolder();
  const counter = new LargeCounter(folder).sold();
  counter.tampered("UPDATE operations SET state = 'cancelled'");
  await killedAfter(folder, 2, (line) => !line.endsWith(' 0'));
  const journal = counter.open();
  const wrong = journal.compareProjection().length;
  expect([wrong > 0, wrong < operations]).toEqual([true, true]);
  roundOf(journal);
  expect([journal.compareProjection(), journal.trouble(), journal.verify().ok]).toEqual([[], null, true]);
  journal.close();
});

const canMount = spawnSync('unshare', ['-rm', 'sh', '-c', `mount -t tmpfs -o size=1m none ${tmpdir()}`]).status === 0;

test.skipIf(!canMount)(
  'on a full disk nothing is mended and nothing is in trouble; with room again the check goes on',
  () => {
    const command = 'mount -t tmpfs -o size=64m none "$1" && exec "$2" "$3" full "$1"';
    const args = ['-rm', 'sh', '-c', command, 'sh', tempFolder(), process.execPath, child];
    const { stdout, stderr } = spawnSync('unshare', args, { encoding: 'utf8' });
    expect(JSON.parse(stdout === '' ? `"${stderr}"` : stdout)).toEqual({
      full: ['over', 0, null, operations],
      again: ['over', operations, null],
      left: 0,
      noted: 1,
    });
  },
);

const pageBytes = 4096;
const seed = process.env['LEISURE_SEED'] ?? 'three';

/** Pages of each table and each index; of the events only those of sales, for the long ones have thousands. */
function pagesOf(path: string): readonly number[] {
  const file = new BetterSqlite3(path, { readonly: true });
  const pages = file
    .prepare<[], { name: string; pageno: number }>(
      "SELECT name, pageno FROM dbstat WHERE pagetype <> 'overflow' AND name NOT IN ('sqlite_schema', 'sealed_keys') ORDER BY name, pageno",
    )
    .all();
  file.close();
  const names = [...new Set(pages.map(({ name }) => name))];
  return names.flatMap((name, at) => {
    const own = pages.filter((page) => page.name === name);
    return [0, 1, 2].map(
      (n) => own[(noise(`${seed} page ${at} ${n}`, 4).readUInt32BE() >>> 0) % own.length]?.pageno ?? 1,
    );
  });
}

/** In the header of a page: where the first gap is, where its content begins, and what is left over in between. */
const roomBytes = [1, 2, 5, 6, 7] as const;

/**
 * Whether a byte only says where SQLite may write next in a page: no reading looks at it. The bytes of a gap are such,
 * too: it begins with where the next one is and how long it is.
 */
function isOfRoom(page: Buffer, at: number): boolean {
  if (roomBytes.some((byte) => byte === at)) return true;
  for (let gap = page.readUInt16BE(1); gap > 0 && gap < pageBytes - 4; gap = page.readUInt16BE(gap))
    if (at >= gap && at < gap + page.readUInt16BE(gap + 2)) return true;
  return false;
}

/** All that is record, and all that is derived from it, as SQLite reads it without an index. */
function contentOf(path: string): string {
  const file = new BetterSqlite3(path, { readonly: true });
  const rows = ['events', 'sealed_answers', 'operations'].map((table) =>
    file.prepare(`SELECT * FROM ${table} NOT INDEXED ORDER BY rowid`).raw().all(),
  );
  const form = file.pragma('integrity_check(1)', { simple: true });
  file.close();
  return JSON.stringify([form, rows]);
}

/** A copy of the counter with one bit changed. */
function flippedAt(counter: LargeCounter, bytes: Buffer, at: number, bit: number): LargeCounter {
  const damaged = Buffer.from(bytes);
  damaged[at] = (damaged[at] ?? 0) ^ (1 << bit);
  const flipped = new LargeCounter(tempFolder());
  new LargeCounter(join(flipped.directory, '..')).open().close();
  copyFileSync(join(counter.directory, 'installation'), join(flipped.directory, 'installation'));
  writeFileSync(flipped.path, damaged);
  return flipped;
}

test('one bit of a page of any table or index is found by the opening or at leisure, or it says nothing', () => {
  const counter = new LargeCounter(tempFolder()).sold();
  const bytes = readFileSync(counter.path);
  const whole = contentOf(counter.path);
  const outcomes = { opening: 0, leisure: 0, mended: 0, nothing: 0 };
  const missed: string[] = [];
  for (const [n, page] of pagesOf(counter.path).entries()) {
    const begin = (page - 1) * pageBytes;
    const own = bytes.subarray(begin, begin + pageBytes);
    let at = noise(`${seed} byte ${n}`, 4).readUInt32BE() % pageBytes;
    while (isOfRoom(own, at)) at = (at + 1) % pageBytes;
    const flipped = flippedAt(counter, bytes, begin + at, n % 8);
    const damaged = readFileSync(flipped.path);
    const how = outcomeOf(flipped);
    outcomes[how] += 1;
    writeFileSync(flipped.path, damaged);
    if (how === 'nothing' && contentOf(flipped.path) !== whole) missed.push(`page ${page}, byte ${at}`);
  }
  expect(missed).toEqual([]);
  expect(Math.min(outcomes.opening, outcomes.leisure)).toBeGreaterThan(0);
});

const [soldLater, bitsOfRoom] = [300, 2];

test('a bit that says where a page has room loses nothing unseen: SQLite refuses to write there, or a round finds it', () => {
  const counter = new LargeCounter(tempFolder()).sold();
  const bytes = readFileSync(counter.path);
  const [page = 1] = counter.leavesOf('events_by_subject').slice(2);
  const came = { refused: 0, found: 0, nothing: 0 };
  for (const byte of roomBytes)
    for (let bit = 0; bit < bitsOfRoom; bit += 1) {
      const flipped = flippedAt(counter, bytes, (page - 1) * pageBytes + byte, bit);
      const journal = flipped.open();
      expect([roundOf(journal).at(-1)?.came, journal.trouble()]).toEqual(['over', null]);
      const isWritten = sellMore(journal);
      journal.close();
      flipped.tampered("DELETE FROM meta WHERE key = 'checked-at-leisure'");
      const outcome = outcomeOf(flipped);
      came[isWritten ? (outcome === 'nothing' ? 'nothing' : 'found') : 'refused'] += 1;
      if (isWritten && outcome === 'nothing') expect(lostToIndex(flipped.path)).toBe(0);
    }
  expect(came.refused).toBeGreaterThan(0);
});

/** Whether it was recorded; of what was not, nothing is half there. */
function sellMore(journal: ReturnType<LargeCounter['open']>): boolean {
  const written = journal.transaction((tx) => {
    for (let n = operations; n < operations + soldLater; n += 1) {
      tx.append({ subject: subjectOf(n), kind: firstKind, body: { n } });
      tx.project(soldRow(subjectOf(n)));
    }
  });
  if (!written.ok) expect(written.error.code).toBe('journal_corrupt');
  return written.ok;
}

/** Events that the index of subjects does not find. */
function lostToIndex(path: string): number {
  const file = new BetterSqlite3(path, { readonly: true });
  const lost: unknown = file
    .prepare(
      `SELECT count(*) FROM events AS e NOT INDEXED WHERE NOT EXISTS
         (SELECT 1 FROM events AS f INDEXED BY events_by_subject WHERE f.subject = e.subject AND f.seq = e.seq)`,
    )
    .pluck()
    .get();
  file.close();
  return Number(lost);
}

function outcomeOf(counter: LargeCounter): 'opening' | 'leisure' | 'mended' | 'nothing' {
  const opened = counter.tryOpen();
  if (!opened.ok) return 'opening';
  const journal = opened.value;
  try {
    if (journal.trouble() !== null || journal.events({ kind: 'journal-rebuilt' }).length > 0) return 'opening';
    const turns = roundOf(journal);
    if (journal.trouble() !== null) return 'leisure';
    return turns.some(({ mended }) => mended.length > 0) ? 'mended' : 'nothing';
  } finally {
    journal.close();
  }
}

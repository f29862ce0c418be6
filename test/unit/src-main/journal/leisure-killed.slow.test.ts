import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { noise } from '../../../crash/many-orders.ts';
import { tempFolder } from '../../../support/temp.ts';
import { LargeCounter, operations, roundOf } from './large-counter.ts';

const child = join(import.meta.dirname, 'leisure-child.ts');

/** Checks in another process, which is killed once it has said `turns` lines that `counts`. */
async function killedAfter(folder: string, turns: number, counts: (line: string) => boolean): Promise<void> {
  const checking = spawn(process.execPath, [child, 'turns', folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(checking, 'exit');
  let output = '';
  checking.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (output.split('\n').slice(0, -1).filter(counts).length >= turns) checking.kill('SIGKILL');
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

test('one bit of a page of any table or index is found by the opening or at leisure, or it says nothing', () => {
  const counter = new LargeCounter(tempFolder()).sold();
  const bytes = readFileSync(counter.path);
  const whole = contentOf(counter.path);
  const outcomes = { opening: 0, leisure: 0, mended: 0, nothing: 0 };
  const missed: string[] = [];
  for (const [n, page] of pagesOf(counter.path).entries()) {
    const at = (page - 1) * pageBytes + (noise(`${seed} byte ${n}`, 4).readUInt32BE() % pageBytes);
    const damaged = Buffer.from(bytes);
    damaged[at] = (damaged[at] ?? 0) ^ (1 << (n % 8));
    const flipped = new LargeCounter(tempFolder());
    new LargeCounter(join(flipped.directory, '..')).open().close();
    copyFileSync(join(counter.directory, 'installation'), join(flipped.directory, 'installation'));
    writeFileSync(flipped.path, damaged);
    const how = outcomeOf(flipped);
    outcomes[how] += 1;
    writeFileSync(flipped.path, damaged);
    if (how === 'nothing' && contentOf(flipped.path) !== whole) missed.push(`page ${page}, byte ${at % pageBytes}`);
  }
  expect(missed).toEqual([]);
  expect(Math.min(outcomes.opening, outcomes.leisure)).toBeGreaterThan(0);
});

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

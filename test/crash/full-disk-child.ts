import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { journalRules } from '../../src-main/app/counter/journal-rules.ts';
import { systemRandomness } from '../../src-main/hosts/system-ports.ts';
import { automaticBackups, brokenBackups } from '../../src-main/journal/backups.ts';
import type { Journal } from '../../src-main/journal/journal.ts';
import { openJournal } from '../../src-main/journal/open-journal.ts';
import { restoreJournal } from '../../src-main/journal/restore.ts';

/**
 * Lies on a small disk, its first argument, and fills it within a backup: at each of its turns, to a few bytes that are
 * left. It says as JSON what came of each.
 */
const [disk = ''] = process.argv.slice(2);
const dayMs = 24 * 60 * 60 * 1000;
const firstDayMs = Date.UTC(2026, 0, 5, 7);
const source = join(disk, 'source');
const data = join(disk, 'data');
const ballast = join(disk, 'ballast');
// A copy of the folder passes for the folder itself.
const identity = { machineId: () => 'here', fileIdentity: () => 'the folder' };
const clock = { atMs: 0, nowMs: () => clock.atMs, monotonicMs: () => clock.atMs, sleep: () => Promise.resolve() };
const ports = { rules: journalRules, clock, randomness: systemRandomness, identity };

function openAt(directory: string, day: number): Journal {
  clock.atMs = firstDayMs + day * dayMs;
  const opened = openJournal({ directory, ...ports });
  if (!opened.ok) throw new Error(`${opened.error.code} ${opened.error.detail ?? ''}`);
  return opened.value;
}

function sell(journal: Journal, subject: string): boolean {
  const sold = journal.transaction((tx) => {
    const record = { ciphertext: Buffer.alloc(6_000, subject), wrappedKey: Buffer.from(`key of ${subject}`) };
    tx.append({ subject, kind: 'reveal-answer-sealed', body: { sealed: tx.fileSealed(subject, record) } });
  });
  return sold.ok;
}

const isNoted = (journal: Journal, kind: string): boolean =>
  journal.append({ subject: 'card:0', kind, body: { soldCardIds: ['card:0'] } }).ok;

function leave(bytes: number): void {
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - bytes)));
}

function sums(): Readonly<Record<string, string>> {
  const folder = join(data, 'backups');
  const sumOf = (name: string): string =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
  return Object.fromEntries(readdirSync(folder).map((name) => [name, sumOf(name)]));
}

/** The disk is full from this turn of the backup on. */
async function fullAt(turn: number, left: number) {
  rmSync(data, { recursive: true, force: true });
  cpSync(source, data, { recursive: true });
  const journal = openAt(data, 1.5);
  const before = sums();
  clock.atMs += dayMs;
  let turns = 0;
  const pause = () => {
    if (turns === turn) leave(left);
    turns += 1;
    return Promise.resolve();
  };
  await journal.keepInTurns(pause);
  const trouble = journal.backupTrouble()?.reason ?? null;
  const isKept = Object.entries(before).every(([name, sum]) => sums()[name] === sum);
  const strange = readdirSync(join(data, 'backups')).filter((name) => /partial|-journal$|-wal$/.test(name));
  const whileFull = { shown: isNoted(journal, 'codes-shown'), noted: isNoted(journal, 'noted') };
  rmSync(ballast, { force: true });
  const isSoldAfter = sell(journal, 'card:after');
  journal.close();
  const nextDay = openAt(data, 4);
  const after = { trouble: nextDay.backupTrouble(), backups: automaticBackups(data).length };
  nextDay.close();
  const restored = restoreJournal({ directory: data, file: null, ...ports });
  const journalRestored = openAt(data, 4);
  const hasAfter = journalRestored.events({ subject: 'card:after' }).length === 1;
  journalRestored.close();
  return {
    turn,
    left,
    turns,
    trouble,
    isKept,
    strange,
    whileFull,
    isSoldAfter,
    after,
    broken: brokenBackups(data).length,
    restored: restored.ok && hasAfter,
  };
}

openAt(source, 0).close();
const first = openAt(source, 0);
sell(first, 'card:0');
first.close();
const second = openAt(source, 1);
for (let n = 1; n <= 90; n += 1) sell(second, `card:${n}`);
second.close();

const never = await fullAt(-1, 0);
const came = [never];
for (let turn = 0; turn < never.turns; turn += 1)
  for (const left of [0, 4_096, 24_576, 262_144]) came.push(await fullAt(turn, left));
process.stdout.write(JSON.stringify(came));

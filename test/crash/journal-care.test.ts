import { cpSync, existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { journalRules } from '../../src-main/app/counter/journal-rules.ts';
import { systemClock, systemRandomness } from '../../src-main/hosts/system-ports.ts';
import { openJournal } from '../../src-main/journal/open-journal.ts';
import { mainMessages } from '../../src-shared/words/main-messages.ts';
import { runCounter, type CounterRun } from '../support/counter.ts';
import { failureOf, valueOf } from '../support/outcome.ts';
import { tempFolder } from '../support/temp.ts';

const restoredSchema = z.strictObject({
  file: z.string(),
  head: z.strictObject({ seq: z.int(), hash: z.string() }),
  setAside: z.string().nullable(),
  damaged: z.array(z.string()),
});
const eventsSchema = z.object({
  items: z.array(z.object({ kind: z.string(), body: z.record(z.string(), z.unknown()) })),
});
const backupsSchema = z.object({
  items: z.array(
    z.strictObject({
      at: z.string(),
      file: z.string(),
      missing: z.strictObject({ entries: z.int(), sales: z.int() }).nullable(),
    }),
  ),
});
let data: string;

beforeEach(() => {
  data = join(tempFolder(), 'counter');
  const opened = openJournal({
    rules: journalRules,
    directory: data,
    clock: systemClock,
    randomness: systemRandomness,
  });
  if (!opened.ok) throw new Error(opened.error.code);
  const journal = opened.value;
  journal.append({ subject: '', kind: 'policy-reported', body: { policyVersion: 1, scopes: ['cards:reveal'] } });
  for (let n = 0; n < 40; n += 1)
    journal.append({ subject: 'card:a', kind: 'noted', body: { n, text: 'x'.repeat(400) } });
  journal.transaction((tx) =>
    tx.append({
      subject: 'card:a',
      kind: 'answer-sealed',
      body: { sealed: tx.fileSealed('a', { ciphertext: Uint8Array.of(1), wrappedKey: Uint8Array.of(2) }) },
    }),
  );
  journal.append({ subject: 'card:a', kind: 'codes-shown', body: { soldCardIds: ['a'] } });
  journal.close();
});

function journal(words: readonly string[], folder = data): Promise<CounterRun> {
  return runCounter(['journal', ...words, '--json'], { data: folder, cwd: import.meta.dirname });
}

/** Changes one row with a connection that keeps none of our rules. */
function tamper(file: string, seq: number): void {
  const handle = new BetterSqlite3(file);
  handle.exec(
    `DROP TRIGGER events_are_not_changed; UPDATE events SET body = replace(body, 'x', 'y') WHERE seq = ${seq}`,
  );
  handle.close();
}

test('a tampered copy of the folder is named to the row, and the folder itself stays whole', async () => {
  const copy = join(tempFolder(), 'copy');
  cpSync(data, copy, { recursive: true });
  tamper(join(copy, 'journal.db'), 23);
  const run = await journal(['verify'], copy);
  expect(failureOf(run, 6)).toEqual({ code: 'journal_corrupt', field: 'event 23' });
  expect(run.stderr).toContain('journal restore latest');
  valueOf(await journal(['verify']), z.object({ rows: z.literal(43) }));
});

test('a damaged journal says where the last backup is, and that restores it', async () => {
  truncateSync(join(data, 'journal.db'), 8_192);
  const damaged = readFileSync(join(data, 'journal.db'));
  const refused = await journal(['verify']);
  expect(failureOf(refused, 6)).toEqual({ code: 'journal_corrupt' });
  expect(refused.stderr).toContain('journal restore latest');
  const { head, setAside } = valueOf(await journal(['restore', 'latest']), restoredSchema);
  expect([head.seq, readFileSync(join(setAside ?? '', 'journal.db')).equals(damaged)]).toEqual([44, true]);
  valueOf(await journal(['verify']), z.object({ head: z.object({ hash: z.literal(head.hash) }) }));
  const { items } = valueOf(await journal(['events', '--all']), eventsSchema);
  expect(items.at(-1)).toMatchObject({ kind: 'custody-changed', body: { cause: 'restored', boundarySeq: 43 } });
});

test('the days that backups hold are listed, with what is missing from each, and the one that is named is restored', async () => {
  const dayMs = 86_400_000;
  const later = (days: number) => ({ ...systemClock, nowMs: () => Date.now() + days * dayMs });
  for (const days of [2, 4]) {
    const ports = { clock: later(days), randomness: systemRandomness };
    const opened = openJournal({ rules: journalRules, directory: data, ...ports });
    if (!opened.ok) throw new Error(opened.error.code);
    opened.value.append({ subject: `card:${days}`, kind: 'noted', body: {} });
    opened.value.close();
  }
  const listed = await journal(['backups']);
  const { items } = valueOf(listed, backupsSchema);
  expect(items.map(({ missing }) => missing)).toEqual([
    { entries: 1, sales: 0 },
    // Of these two the later one was made as the counter started, before anything was sold.
    { entries: 2, sales: 0 },
    { entries: 2, sales: 0 },
  ]);
  expect(listed.stderr).toContain('journal restore DAY');
  const oldest = items.at(-1);
  const { file } = valueOf(await journal(['restore', oldest?.at.slice(0, 10) ?? '']), restoredSchema);
  expect(file).toBe(oldest?.file);
  expect(failureOf(await journal(['restore', '2001-01-01']), 2)).toEqual({ code: 'input_invalid', field: 'file' });
  // Of a journal that does not open nobody knows what is missing: the days are listed all the same.
  truncateSync(join(data, 'journal.db'), 8_192);
  const unknown = valueOf(await journal(['backups']), backupsSchema).items;
  expect(unknown.map(({ at, missing }) => [at, missing])).toEqual(items.map(({ at }) => [at, null]));
});

test('why the backup of the day was not made is said where the backups are listed', async () => {
  const folder = join(tempFolder(), 'counter');
  mkdirSync(folder, { mode: 0o700 });
  // A file in the place of the folder takes no backup, whoever asks.
  writeFileSync(join(folder, 'backups'), '');
  const opened = openJournal({
    rules: journalRules,
    directory: folder,
    clock: systemClock,
    randomness: systemRandomness,
  });
  if (!opened.ok) throw new Error(opened.error.code);
  opened.value.append({ subject: 'card:a', kind: 'noted', body: {} });
  opened.value.close();
  const listed = await runCounter(['journal', 'backups', '--json', '--language', 'ar'], { data: folder });
  const trouble = z.object({ items: z.array(z.unknown()).length(0), trouble: z.object({ reason: z.string() }) });
  expect(valueOf(listed, trouble).trouble.reason).toBe('not_permitted');
  expect(listed.stderr).toContain(mainMessages.ar['backup.trouble.not_permitted']);
});

test('a copy of the folder knows at its first command that it is one, and the folder knows nothing of it', async () => {
  const copy = join(tempFolder(), 'copy');
  cpSync(data, copy, { recursive: true, preserveTimestamps: true });
  for (let times = 0; times < 2; times += 1) await journal(['verify'], copy);
  const copyStatus = async (folder: string) =>
    valueOf(await journal(['events', '--all'], folder), eventsSchema)
      .items.filter(({ kind }) => kind === 'custody-changed')
      .map(({ body }) => body['cause']);
  expect([await copyStatus(copy), await copyStatus(data)]).toEqual([['copied'], []]);
});

test('a backup is written whole, once, and can be restored elsewhere', async () => {
  const file = join(tempFolder(), 'kept.db');
  const { head } = valueOf(await journal(['backup', file]), z.object({ head: z.object({ hash: z.string() }) }));
  expect(failureOf(await journal(['backup', file]), 2)).toEqual({ code: 'input_invalid', field: 'file' });
  tamper(file, 7);
  expect(failureOf(await journal(['restore', file]), 6)).toEqual({ code: 'journal_corrupt', field: 'file' });
  valueOf(await journal(['verify']), z.object({ head: z.object({ hash: z.literal(head.hash) }) }));
  const elsewhere = join(tempFolder(), 'elsewhere');
  expect(failureOf(await journal(['restore', join(elsewhere, 'no.db')], elsewhere), 2)).toEqual({
    code: 'input_invalid',
    field: 'file',
  });
  expect(failureOf(await journal(['restore', 'latest'], elsewhere), 2)).toEqual({
    code: 'input_invalid',
    field: 'file',
  });
  expect(existsSync(elsewhere)).toBe(false);
});

test('codes that were shown are purged when asked for, and not from records that may be a copy', async () => {
  valueOf(await journal(['purge']), z.object({ sealed: z.literal(0) }));
  expect(failureOf(await journal(['purge', 'soon']), 2)).toEqual({ code: 'input_invalid', field: 'days' });
  const copy = join(tempFolder(), 'copy');
  cpSync(data, copy, { recursive: true });
  expect(failureOf(await journal(['purge', '0'], copy), 2)).toEqual({ code: 'not_allowed' });
  valueOf(await journal(['purge', '0']), z.object({ sealed: z.literal(1) }));
  valueOf(await journal(['verify']), z.object({ rows: z.int() }));
});

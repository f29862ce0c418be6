import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { journalRules } from '../../src-main/app/counter/journal-rules.ts';
import { systemClock, systemRandomness } from '../../src-main/hosts/system-ports.ts';
import { openJournal } from '../../src-main/journal/open-journal.ts';
import { bundles } from '../support/project.ts';
import { tempFolder } from '../support/temp.ts';

const canMount = spawnSync('unshare', ['-rm', 'sh', '-c', `mount -t tmpfs -o size=1m none ${tmpdir()}`]).status === 0;

const lineSchema = z.object({ ok: z.boolean(), value: z.unknown().optional(), error: z.unknown().optional() });
const eventsSchema = z.object({ items: z.array(z.object({ kind: z.string() })) });

/** Runs the counter on a copy of `folder` that lies on a disk which can only be read, with what it makes beside it. */
function onReadOnlyDisk(folder: string, disk: string, ...words: readonly string[]) {
  const command =
    'mount -t tmpfs -o size=48m none "$1" && cp -a "$2/." "$1" && mount -o remount,ro "$1" && shift 2 && exec "$@"';
  const counter = [process.execPath, bundles.counter, '--data', disk, ...words, '--json'];
  const env = { ...process.env, COUNTERFOIL_PASSPHRASE: 'a passphrase for tests', TMPDIR: dirname(disk) };
  const run = spawnSync('unshare', ['-rm', 'sh', '-c', command, 'sh', disk, folder, ...counter], {
    encoding: 'utf8',
    env,
  });
  return { exit: run.status, said: run.stderr, json: lineSchema.parse(JSON.parse(run.stdout)) };
}

test.skipIf(!canMount)('a folder on a disk that can only be read is read whole, and takes nothing', () => {
  const [parent, copies] = [tempFolder(), tempFolder()];
  const [data, disk, whole] = ['data', 'disk', 'whole'].map((name) => join(parent, name));
  mkdirSync(disk ?? '');
  const opened = openJournal({
    rules: journalRules,
    directory: data ?? '',
    clock: systemClock,
    randomness: systemRandomness,
  });
  if (!opened.ok) throw new Error(opened.error.code);
  const { value: journal } = opened;
  journal.append(...Array.from({ length: 30 }, (_, n) => ({ subject: 'card:a', kind: 'noted', body: { n } })));
  // As a kill leaves it: what was written last is in the log.
  cpSync(data ?? '', whole ?? '', { recursive: true });
  const head = journal.head();
  journal.close();
  expect(readdirSync(whole ?? '')).toContain('journal.db-wal');

  for (const folder of [data ?? '', whole ?? '']) {
    const verified = onReadOnlyDisk(folder, disk ?? '', 'journal', 'verify');
    expect([verified.exit, verified.json]).toEqual([0, { ok: true, value: { rows: 30, head } }]);
    expect(verified.said).toContain('cannot be written');
    expect(onReadOnlyDisk(folder, disk ?? '', 'orders').json).toEqual({ ok: true, value: { items: [] } });
    const { value } = onReadOnlyDisk(folder, disk ?? '', 'journal', 'events', '--all').json;
    const events = eventsSchema.parse(value);
    expect(events.items.map(({ kind }) => kind)).toEqual(Array.from({ length: 30 }, () => 'noted'));
    const purged = onReadOnlyDisk(folder, disk ?? '', 'journal', 'purge', '0');
    expect([purged.exit, purged.json]).toEqual([6, { ok: false, error: { code: 'journal_not_writable' } }]);
  }
  // The end that the folder has seen is cut off.
  const cut = new BetterSqlite3(join(data ?? '', 'journal.db'));
  cut.exec('DROP TRIGGER events_are_not_deleted; DELETE FROM events WHERE seq = 30');
  cut.close();
  const verified = onReadOnlyDisk(data ?? '', disk ?? '', 'journal', 'verify').json;
  expect(verified).toMatchObject({
    ok: false,
    error: { code: 'journal_corrupt' },
    value: { reason: 'tail_missing', witnessSeq: 30 },
  });
  expect(onReadOnlyDisk(data ?? '', disk ?? '', 'journal', 'backup', join(copies, 'kept.db')).exit).toBe(0);
  expect(readdirSync(parent).sort()).toEqual(['data', 'disk', 'whole']);
});

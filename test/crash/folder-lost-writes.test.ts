import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { journalRules } from '../../src-main/app/counter/journal-rules.ts';
import { systemClock, systemRandomness } from '../../src-main/hosts/system-ports.ts';
import { readInstallation } from '../../src-main/journal/installation.ts';
import type { Journal } from '../../src-main/journal/journal.ts';
import { openJournal } from '../../src-main/journal/open-journal.ts';
import { stampOf } from '../../src-main/journal/segment.ts';
import type { Failure } from '../../src-shared/contract/codes.ts';
import { buildLostWrites, canLoseWrites, type LostWrites } from '../support/lost-writes.ts';
import { tempFolder } from '../support/temp.ts';

describe.skipIf(!canLoseWrites)('through a power cut or a sync that fails,', () => {
  let shim: LostWrites;

  beforeAll(() => {
    shim = buildLostWrites();
  });
  afterAll(() => shim.remove());

  test('a checkpoint that was set and room that is held are there', () => {
    const folder = tempFolder();
    const [live, disk] = [join(folder, 'live'), join(folder, 'disk')];
    for (const path of [live, disk]) mkdirSync(path);
    const roomBytes = 1_200_000;
    const env = { ...process.env, ...shim.environment(live, disk) };
    const run = spawnSync(
      process.execPath,
      [join(import.meta.dirname, 'folder-lost-writes-child.ts'), live, String(roomBytes)],
      { env, encoding: 'utf8' },
    );
    expect([run.stdout, run.stderr]).toEqual(['[true,true]', '']);
    expect(readInstallation(disk).checkpoint).toEqual({ seq: 7, hash: 'h'.repeat(43) });
    expect(statSync(join(disk, 'reserve')).size).toBe(roomBytes);
    expect(statSync(join(disk, 'reserve-deliveries')).size).toBe(256 * 1024);
  });

  describe('a journal that is replaced by a backup', () => {
    const nowMs = 1_700_000_000_000;
    let folder: string;
    let backup: string;

    const journalIn = (directory: string): Journal => {
      const opened = openJournal({ rules: journalRules, directory, clock: systemClock, randomness: systemRandomness });
      if (!opened.ok) throw new Error(opened.error.code);
      return opened.value;
    };

    /** A backup of one event, and a journal with another one in its log alone, as a kill leaves it. */
    beforeEach(() => {
      folder = tempFolder();
      backup = join(folder, 'backup.db');
      const journal = journalIn(join(folder, 'counter'));
      journal.append({ subject: '', kind: 'first', body: {} });
      expect(journal.backup(backup).ok).toBe(true);
      journal.append({ subject: '', kind: 'second', body: {} });
      mkdirSync(join(folder, 'killed'));
      for (const name of ['journal.db', 'journal.db-wal', 'installation'])
        copyFileSync(join(folder, 'counter', name), join(folder, 'killed', name));
      journal.close();
    });

    interface Replacing {
      /** The folder, and what a power cut would have left of it, or of a folder in it. */
      readonly live: string;
      readonly disk: string;
      readonly failure: Failure | null;
      /** The files that the disk had at each step. */
      readonly steps: Readonly<Record<string, readonly string[]>>;
    }

    function replaced(disorder: Readonly<Record<string, string>>, under = ''): Replacing {
      const own = tempFolder();
      const [live, disk] = [join(own, 'live'), join(own, 'disk')];
      cpSync(join(folder, 'killed'), live, { recursive: true });
      mkdirSync(disk);
      if (under === '') cpSync(live, disk, { recursive: true });
      const env = { ...process.env, ...shim.environment(join(live, under), disk), ...disorder };
      const run = spawnSync(
        process.execPath,
        [join(import.meta.dirname, 'replacing-lost-writes-child.ts'), live, backup, String(nowMs)],
        { env, encoding: 'utf8' },
      );
      expect(run.stderr).toBe('');
      return { live, disk, ...(JSON.parse(run.stdout) as Pick<Replacing, 'failure' | 'steps'>) };
    }

    test('has on the disk what each step says, before the next one begins', () => {
      const { failure, steps, live, disk } = replaced({ LOST_WRITES_NAMES: '1' });
      const [old, decided] = [
        ['journal.db', 'journal.db-wal'],
        ['journal.db', 'journal.db-wal', 'journal.db.restored'],
      ];
      expect(failure).toBeNull();
      expect(steps).toMatchObject({
        'folder-held': old,
        'replacement-decided': decided,
        'witness-set': decided,
        'logs-removed': ['journal.db', 'journal.db.restored'],
        'journal-replaced': ['journal.db'],
      });
      expect(readFileSync(join(disk, 'journal.db')).equals(readFileSync(join(live, 'journal.db')))).toBe(true);
    });

    test('lies aside on the disk, with its log, before anything takes its place', () => {
      const { steps, disk } = replaced({ LOST_WRITES_NAMES: '1' }, join('set-aside', stampOf(nowMs)));
      expect([steps['replacement-staged'], steps['journal-set-aside']]).toEqual([[], ['journal.db', 'journal.db-wal']]);
      for (const name of ['journal.db', 'journal.db-wal'])
        expect(readFileSync(join(disk, name)).equals(readFileSync(join(folder, 'killed', name)))).toBe(true);
    });

    test('stays, or is replaced by one that says of itself that it was restored, whichever sync fails', () => {
      const outcomes = Array.from({ length: 10 }, (_, n) => {
        const { live, failure } = replaced({ LOST_WRITES_FAIL_AT: String(n + 1) });
        const journal = journalIn(live);
        const changes = journal.events().map(({ kind, body }) => (kind === 'custody-changed' ? body['cause'] : kind));
        journal.close();
        expect([n + 1, changes.slice(0, 2)]).toEqual([n + 1, ['first', failure === null ? 'restored' : 'second']]);
        return failure;
      });
      expect(outcomes).toContain(null);
      expect(outcomes).toContainEqual({ code: 'journal_not_writable', detail: 'log_not_moved' });
    });
  });
});

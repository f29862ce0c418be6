import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { journalRules } from '../../src-main/app/counter/journal-rules.ts';
import { systemRandomness } from '../../src-main/hosts/system-ports.ts';
import { automaticBackups } from '../../src-main/journal/backups.ts';
import type { Journal } from '../../src-main/journal/journal.ts';
import { keepingSteps } from '../../src-main/journal/keeping-steps.ts';
import { openJournal } from '../../src-main/journal/open-journal.ts';
import { restoreJournal } from '../../src-main/journal/restore.ts';
import { runCounter } from '../support/counter.ts';
import { tempFolder } from '../support/temp.ts';
import { filesWithKey, keyOf } from '../unit/src-main/journal/segments-fixture.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Destroyed by the purge that is killed. */
const due = 'card:due.';
/** Sold since the last backup. */
const recent = 'card:recent.';
let data: string;

function openAt(daysAgo: number, directory = data): Journal {
  const atMs = Date.now() - daysAgo * dayMs;
  const clock = { nowMs: () => atMs, monotonicMs: () => performance.now(), sleep: () => Promise.resolve() };
  const opened = openJournal({ rules: journalRules, directory, clock, randomness: systemRandomness });
  if (!opened.ok) throw new Error(`${opened.error.code} ${opened.error.detail ?? ''}`);
  return opened.value;
}

/** Codes of a card that were shown. */
function show(journal: Journal, subject: string): void {
  journal.transaction((tx) => {
    const record = { ciphertext: Buffer.from(`ciphertext of ${subject}`), wrappedKey: keyOf(subject) };
    tx.append({ subject, kind: 'reveal-answer-sealed', body: { sealed: tx.fileSealed(subject, record) } });
  });
  journal.append({ subject, kind: 'codes-shown', body: { soldCardIds: [subject] } });
}

/** Two backups, of 40 and of 12 days ago, and what was sold since. */
beforeEach(() => {
  data = join(tempFolder(), 'counter');
  const old = openAt(40);
  old.append({ subject: '', kind: 'policy-reported', body: { policyVersion: 1, scopes: ['cards:reveal'] } });
  show(old, due);
  old.close();
  const sameDay = openAt(39.5);
  show(sameDay, 'card:later.');
  sameDay.close();
  // Its opening makes the second backup; nothing is due in it yet.
  const last = openAt(12);
  show(last, recent);
  last.close();
});

/** What restoring a backup gives, in a copy of the folder. */
function restored(file: string): Journal {
  const directory = join(tempFolder(), 'counter');
  cpSync(data, directory, { recursive: true });
  const clock = { nowMs: () => Date.now(), monotonicMs: () => performance.now(), sleep: () => Promise.resolve() };
  const done = restoreJournal({
    directory,
    file: file.replace(data, directory),
    rules: journalRules,
    clock,
    randomness: systemRandomness,
  });
  if (!done.ok) throw new Error(`${done.error.code} ${done.error.detail ?? ''}`);
  return openAt(0, directory);
}

const files = (): readonly string[] => automaticBackups(data).map(({ path }) => path);

describe.each(keepingSteps)('a counter that is killed at %s', (step) => {
  test('leaves every backup from before, believes no half one, and gives back nothing that was purged', async () => {
    const before = files();
    expect(before).toHaveLength(2);
    expect(filesWithKey(data, due).length).toBeGreaterThan(1);
    const killed = await runCounter(['journal', 'verify'], { data, env: { COUNTERFOIL_CRASH_AT: step } });
    expect(killed.signal, killed.stderr).toBe('SIGKILL');
    const isMade = keepingSteps.indexOf(step) >= keepingSteps.indexOf('segment-named');
    expect(files().slice(-2)).toEqual(before);
    expect(files()).toHaveLength(isMade ? 3 : 2);
    for (const file of files()) {
      const journal = restored(file);
      const hasRecent = journal.events({ subject: recent }).length > 0;
      expect([journal.verifyRecord().ok, journal.copyStatus(), hasRecent]).toEqual([
        true,
        'restored',
        !before.includes(file),
      ]);
      expect(journal.sealed(due)).toBe('purged');
      expect(journal.sealed('card:later.') === null).toBe(file === before.at(-1));
      journal.close();
    }
    // The next day goes on as if nothing had been.
    const next = openAt(-2);
    show(next, 'card:next.');
    next.close();
    expect(readdirSync(join(data, 'backups')).filter((name) => /partial|journal$/.test(name))).toEqual([]);
    expect([filesWithKey(data, due), files().length]).toEqual([[], isMade ? 4 : 3]);
    const journal = restored(files()[0] ?? '');
    expect([journal.verifyRecord().ok, journal.events({ subject: recent }).length]).toEqual([true, 2]);
    journal.close();
  });
});

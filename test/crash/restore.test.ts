import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { journalRules } from '../../src-main/app/counter/journal-rules.ts';
import { systemClock, systemRandomness } from '../../src-main/hosts/system-ports.ts';
import type { Journal } from '../../src-main/journal/journal.ts';
import { openJournal } from '../../src-main/journal/open-journal.ts';
import { replacingSteps, type ReplacingStep } from '../../src-main/journal/replacing.ts';
import { restoreJournal } from '../../src-main/journal/restore.ts';
import { runCounter } from '../support/counter.ts';
import { failureOf, valueOf } from '../support/outcome.ts';
import { bundles } from '../support/project.ts';
import { tempFolder } from '../support/temp.ts';

/** What was sold since the backup, and lies in the log alone. */
const soldSince = ['four', 'five'];
let data: string;

beforeEach(() => {
  data = join(tempFolder(), 'counter');
  const first = open();
  for (const subject of ['one', 'two', 'three']) first.append({ subject, kind: 'noted', body: {} });
  first.close();
  const second = open();
  for (const subject of soldSince) second.append({ subject, kind: 'noted', body: {} });
  const left = leftBehind();
  second.close();
  for (const [name, bytes] of left) writeFileSync(join(data, name), bytes);
});

function open(): Journal {
  const opened = openJournal({
    rules: journalRules,
    directory: data,
    clock: systemClock,
    randomness: systemRandomness,
  });
  if (!opened.ok) throw new Error(`${opened.error.code} ${opened.error.detail ?? ''}`);
  return opened.value;
}

/** The journal as a killed process leaves it, with its log. */
function leftBehind(folder = data): readonly (readonly [string, Buffer])[] {
  return ['journal.db', 'journal.db-wal'].map((name) => [name, readFileSync(join(folder, name))]);
}

function restore(step: (step: ReplacingStep) => void) {
  return restoreJournal({
    rules: journalRules,
    directory: data,
    file: null,
    clock: systemClock,
    randomness: systemRandomness,
    step,
  });
}

describe.each(replacingSteps)('a restore that is killed at %s', (step) => {
  const isDecided = replacingSteps.indexOf(step) >= replacingSteps.indexOf('replacement-decided');

  const what = isDecided
    ? 'the backup in the place of the journal, which is kept with its log'
    : 'the journal as it was, with its log';
  test(`leaves ${what}`, async () => {
    const before = leftBehind();
    const killed = await runCounter(['journal', 'restore', 'latest'], { data, env: { COUNTERFOIL_CRASH_AT: step } });
    expect(killed.signal, killed.stderr).toBe('SIGKILL');
    const journal = open();
    const kept = soldSince.filter((subject) => journal.events({ subject }).length > 0);
    const changed = journal.events({ kind: 'custody-changed' }).map(({ body }) => body['cause']);
    expect([journal.verify().ok, kept, journal.copyStatus(), changed]).toEqual([
      true,
      isDecided ? [] : soldSince,
      isDecided ? 'restored' : 'own',
      isDecided ? ['restored'] : [],
    ]);
    journal.close();
    const [aside] = existsSync(join(data, 'set-aside')) ? readdirSync(join(data, 'set-aside')) : [];
    if (isDecided)
      expect(leftBehind(join(data, 'set-aside', aside ?? '')).map(([, bytes]) => bytes)).toEqual(
        before.map(([, bytes]) => bytes),
      );
    expect(readdirSync(data).filter((name) => name.includes('restor'))).toEqual([]);
    valueOf(await runCounter(['journal', 'restore', 'latest', '--json'], { data }), z.object({ file: z.string() }));
  });
});

test('whoever opens the records while a backup is being restored hears that they are in use, at every step', () => {
  const heard: unknown[] = [];
  const restored = restore(() => {
    const second = spawnSync(process.execPath, [bundles.counter, '--data', data, 'journal', 'verify', '--json'], {
      encoding: 'utf8',
      env: { ...process.env },
    });
    heard.push([second.status, second.stdout.trim()]);
  });
  expect(restored.ok).toBe(true);
  expect(heard).toEqual(replacingSteps.map(() => [6, '{"ok":false,"error":{"code":"journal_in_use"}}']));
  open().close();
});

test('a restore that comes second hears the same, from the first that opened the records to the last', async () => {
  const journal = open();
  expect(failureOf(await runCounter(['journal', 'restore', 'latest', '--json'], { data }), 6)).toEqual({
    code: 'journal_in_use',
  });
  journal.close();
  const inner: unknown[] = [];
  restore(() => inner.push(restore(() => undefined)));
  expect(inner).toEqual(replacingSteps.map(() => ({ ok: false, error: { code: 'journal_in_use' } })));
});

test('a lock that holds a few strange bytes locks nobody out', () => {
  writeFileSync(join(data, 'journal.lock'), 'x'.repeat(2_000));
  open().close();
  open().close();
});

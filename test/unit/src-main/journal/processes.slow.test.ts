import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openJournal } from '../../../../src-main/journal/open-journal.ts';
import { restoreJournal } from '../../../../src-main/journal/restore.ts';
import { HandClock, openOrThrow, randomness, testRules } from './journal-fixture.ts';

type Child = ChildProcessByStdio<null, Readable, null>;
const script = join(import.meta.dirname, 'journal-child.ts');
let directory: string;
let children: Child[];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'counterfoil-processes-'));
  children = [];
});

afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(directory, { recursive: true });
});

function start(
  command: string,
  ...args: readonly string[]
): { readonly child: Child; readonly lines: () => readonly string[] } {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  return { child, lines: () => output.split('\n').slice(0, -1) };
}

async function seen(lines: () => readonly string[], count: number): Promise<void> {
  while (lines().length < count) await new Promise((resolve) => setTimeout(resolve, 5));
}

test('a journal that another process holds is in use, without waiting for it, and free after that process was killed', async () => {
  const { child, lines } = start(process.execPath, script, directory);
  await seen(lines, 1);
  expect(openJournal({ rules: testRules, directory, clock: new HandClock(), randomness })).toMatchObject({
    ok: false,
    error: { code: 'journal_in_use' },
  });
  child.kill('SIGKILL');
  await once(child, 'exit');
  openOrThrow(directory).close();
});

test('what was committed before a kill -9 is there after it, whole (the page cache survives: this says nothing of power cuts)', async () => {
  const { child, lines } = start(process.execPath, script, directory);
  await seen(lines, 40);
  child.kill('SIGKILL');
  await once(child, 'close');
  const reported = lines().map(Number);
  const journal = openOrThrow(directory);
  const verified = journal.verify();
  journal.close();
  expect(reported).toEqual(reported.map((_, index) => index + 1));
  expect(verified.ok && verified.value.rows).toBeGreaterThanOrEqual(reported.length);
});

test.skipIf(process.platform === 'win32')(
  'a journal that may grow no further says so, can still be read, and keeps what it had',
  async () => {
    // The system refuses each write past the limit, as a full disk does.
    const { child, lines } = start(
      '/bin/sh',
      '-c',
      'ulimit -f 2000; exec "$0" "$@"',
      process.execPath,
      script,
      directory,
    );
    await once(child, 'close');
    const last = lines().at(-1);
    const journal = openOrThrow(directory);
    const verified = journal.verify();
    const appended = journal.append({ subject: '', kind: 'after', body: {} });
    journal.close();
    expect(lines().length).toBeGreaterThan(20);
    expect(last).toBe(`journal_not_writable ${lines().length - 1}`);
    expect(verified).toMatchObject({ ok: true, value: { rows: lines().length - 1 } });
    expect(appended.ok).toBe(true);
  },
);

test('a backup is restored over no journal that another process holds, and what a killed one left is looked at without a change', async () => {
  const { child, lines } = start(process.execPath, script, directory);
  await seen(lines, 5);
  const file = join(directory, 'given.db');
  const elsewhere = openOrThrow(join(directory, 'elsewhere'));
  elsewhere.append({ subject: '', kind: 'a', body: {} });
  expect(elsewhere.backup(file).ok).toBe(true);
  elsewhere.close();
  const restore = () => restoreJournal({ rules: testRules, directory, file, clock: new HandClock(), randomness });
  expect(restore()).toEqual({ ok: false, error: { code: 'journal_in_use' } });
  child.kill('SIGKILL');
  await once(child, 'exit');
  const left = ['journal.db', 'journal.db-wal'].map((name) => readFileSync(join(directory, name)));
  const restored = restore();
  const aside = restored.ok ? (restored.value.setAside ?? '') : '';
  expect(
    ['journal.db', 'journal.db-wal'].map((name, index) =>
      readFileSync(join(aside, name)).equals(left[index] ?? Buffer.alloc(0)),
    ),
  ).toEqual([true, true]);
});

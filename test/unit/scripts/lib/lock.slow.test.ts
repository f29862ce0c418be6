import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeLock } from '../../../../scripts/lib/lock.mjs';
import { projectRoot } from '../../../support/project.ts';

let folder: string;
let lock: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'counterfoil-lock-'));
  lock = join(folder, 'run.lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Holds the lock for a while in a process of its own, and writes a line when it takes it and when it lets go. */
function holdInProcess(name: string, holdMs: number): Promise<string> {
  const library = join(projectRoot, 'scripts/lib/lock.mjs');
  const script = `
    import { appendFileSync } from 'node:fs';
    import { takeLock } from ${JSON.stringify(library)};
    const release = await takeLock(${JSON.stringify(lock)});
    appendFileSync(${JSON.stringify(join(folder, 'log'))}, '${name} takes\\n');
    await new Promise((resolve) => setTimeout(resolve, ${String(holdMs)}));
    appendFileSync(${JSON.stringify(join(folder, 'log'))}, '${name} lets go\\n');
    release();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (bytes: Buffer) => (stderr += bytes.toString('utf8')));
  return new Promise((resolve) => child.once('close', () => resolve(stderr)));
}

async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await new Promise((resolve) => child.once('exit', resolve));
  return child.pid ?? 0;
}

test('of many processes at once one holds the lock, and each in turn gets it', async () => {
  const names = ['one', 'two', 'three', 'four'];
  const stderrs = await Promise.all(names.map((name) => holdInProcess(name, 100)));
  const lines = readFileSync(join(folder, 'log'), 'utf8').trim().split('\n');
  const takers = lines.filter((line) => line.endsWith('takes')).map((line) => line.split(' ')[0] ?? '');
  expect(lines).toEqual(takers.flatMap((name) => [`${name} takes`, `${name} lets go`]));
  expect([...takers].sort()).toEqual([...names].sort());
  // A process that is slow to start may find the lock free again; whoever waits says for whom.
  expect(stderrs.filter((stderr) => stderr !== '' && !stderr.startsWith('Waiting: process '))).toEqual([]);
});

test('a lock whose holder died is taken over', async () => {
  writeFileSync(lock, JSON.stringify({ pid: await deadPid(), host: hostname() }));
  const release = await takeLock(lock);
  expect(readFileSync(lock, 'utf8')).toContain(String(process.pid));
  release();
});

test('many waiters for a dead holder never hold the lock together', async () => {
  writeFileSync(lock, JSON.stringify({ pid: await deadPid(), host: hostname() }));
  await Promise.all(['one', 'two', 'three', 'four'].map((name) => holdInProcess(name, 20)));
  const lines = readFileSync(join(folder, 'log'), 'utf8').trim().split('\n');
  const takers = lines.filter((line) => line.endsWith('takes')).map((line) => line.split(' ')[0] ?? '');
  expect(lines).toEqual(takers.flatMap((name) => [`${name} takes`, `${name} lets go`]));
  expect(takers).toHaveLength(4);
});

test('releasing removes the lock', async () => {
  const release = await takeLock(lock);
  expect(existsSync(lock)).toBe(true);
  release();
  expect(existsSync(lock)).toBe(false);
});

test('releasing leaves a lock alone that another process has taken since', async () => {
  const release = await takeLock(lock);
  const others = JSON.stringify({ pid: 1, host: 'another-machine' });
  writeFileSync(lock, others);
  release();
  expect(readFileSync(lock, 'utf8')).toBe(others);
});

import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inOwnTurn } from '../../../../src-main/core/own-turns.ts';

test('each piece of work has a turn of its own, in the order in which they were asked for', async () => {
  const did: string[] = [];
  inOwnTurn(() => {
    did.push('one');
    inOwnTurn(() => did.push('asked for by one'));
  });
  inOwnTurn(() => did.push('two'));
  inOwnTurn(() => did.push('three'));
  expect(did).toEqual([]);
  const turns: number[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    await setImmediate();
    turns.push(did.length);
  }
  expect(turns).toEqual([1, 2, 3, 4]);
  expect(did).toEqual(['one', 'two', 'three', 'asked for by one']);
});

test('work that fails holds up none of what comes after it', async () => {
  const failures: unknown[] = [];
  const listeners = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException');
  process.once('uncaughtException', (error) => failures.push(error.message));
  try {
    const later: string[] = [];
    inOwnTurn(() => {
      throw new Error('a fault');
    });
    inOwnTurn(() => later.push('done'));
    await setImmediate();
    await setImmediate();
    expect([failures, later]).toEqual([['a fault'], ['done']]);
  } finally {
    listeners.forEach((listener) => process.on('uncaughtException', listener));
  }
});

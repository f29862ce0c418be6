import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSerialQueue } from '../../../../src-main/core/serial-queue.ts';
import { projectRoot } from '../../../support/project.ts';

test('begins each piece of work when the one before it is over, in the order in which they came', async () => {
  const queue = createSerialQueue();
  const first = Promise.withResolvers<string>();
  const said: string[] = [];
  const one = queue.run(async () => {
    said.push('one begins');
    const outcome = await first.promise;
    said.push('one ends');
    return outcome;
  });
  const two = queue.run(() => {
    said.push('two begins');
    return Promise.resolve(2);
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(said).toEqual(['one begins']);
  first.resolve('done');
  expect(await Promise.all([one, two])).toEqual(['done', 2]);
  expect(said).toEqual(['one begins', 'one ends', 'two begins']);
});

test('work that fails, or throws before it begins, fails for who asked for it alone', async () => {
  const queue = createSerialQueue();
  const failing = queue.run(() => Promise.reject(new Error('a fault')));
  const throwing = queue.run(() => {
    throw new Error('a bug');
  });
  const next = queue.run(() => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('a fault');
  await expect(throwing).rejects.toThrow('a bug');
  expect(await next).toBe('done');
});

test('no other file of main makes a queue or a single flight of its own', () => {
  const makesOne = (file: string): boolean =>
    /\blet \w+: Promise<|new Map<[^;\n]*\bPromise</.test(readFileSync(join(projectRoot, file), 'utf8'));
  const files = globSync('src-main/**/*.ts', { cwd: projectRoot });
  expect(files.filter(makesOne).sort()).toEqual(['src-main/core/serial-queue.ts', 'src-main/core/single-flight.ts']);
});

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processesBelow } from '../e2e/processes.ts';
import { until } from '../support/until.ts';
import { installPackage, type Installed } from './installed.ts';
import { makePackage, whyNoPackage } from './made.ts';

const obstacle = whyNoPackage();
const because = obstacle === null ? '' : ` (${obstacle})`;

/** What the program says of itself, and not Chromium's own words about the machine. */
const ownWords = /^bug: .*|^ {4}at .*/gm;

describe.skipIf(obstacle !== null)(`a package that is asked to end while it opens${because}`, () => {
  let installed: Installed;
  const started: ChildProcess[] = [];
  beforeAll(async () => {
    installed = await installPackage(await makePackage());
  });
  afterAll(async () => {
    for (const counter of started) counter.kill('SIGKILL');
    await installed.person.remove();
  });

  const start = (): ChildProcess => {
    const counter = installed.person.start(installed.launcher);
    started.push(counter);
    return counter;
  };
  const pageOf = ({ pid = 0 }: ChildProcess): { readonly pid: number } | undefined =>
    processesBelow(pid).find(({ line }) => line.includes('--type=renderer'));

  it.each([0, 100, 200, 300, 400, 500, 700, 900, 1200, 2000])(
    'ends in order %i ms after its page began',
    async (afterMs) => {
      const counter = start();
      const ended = endOf(counter);
      await until('The page', () => pageOf(counter) !== undefined);
      await wait(afterMs);
      counter.kill('SIGTERM');
      expect(await ended).toEqual({ exit: [0, null], says: null });
    },
  );

  it.each([0, 100, 200, 300, 500])('goes on where its page dies %i ms after it began', async (afterMs) => {
    const counter = start();
    const ended = endOf(counter);
    await until('The page', () => pageOf(counter) !== undefined);
    await wait(afterMs);
    const first = pageOf(counter)?.pid;
    if (first === undefined) throw new Error('the page is gone');
    process.kill(first, 'SIGKILL');
    await until('Another page', () => ![undefined, first].includes(pageOf(counter)?.pid));
    counter.kill('SIGTERM');
    expect(await ended).toEqual({ exit: [0, null], says: null });
  });
});

interface End {
  readonly exit: readonly unknown[];
  readonly says: readonly string[] | null;
}

async function endOf(counter: ChildProcess): Promise<End> {
  let says = '';
  counter.stderr?.on('data', (chunk: Buffer) => {
    says += chunk.toString();
  });
  const exit = await once(counter, 'close');
  return { exit, says: says.match(ownWords) };
}

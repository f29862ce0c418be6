import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { readAsked, type Asked } from '../../proofs/mutants/asked.ts';
import { nameOf } from '../../proofs/mutants/mutant.ts';
import { neverMs, WarmRunner, type MutantOptions, type MutantResult } from '../../proofs/mutants/warm-runner.ts';
import { projectRoot } from '../../support/project.ts';
import { tempFolder } from '../../support/temp.ts';

const active = {
  id: '7',
  fileName: join(projectRoot, 'src-main/files/a.ts'),
  replacement: 'a <= b',
  location: { start: { line: 6, column: 7 }, end: { line: 6, column: 12 } },
};
const options: MutantOptions = {
  mutantActivation: 'runtime',
  sandboxFileName: '/sandbox/a.ts',
  testFilter: ['a.test.ts#one', 'a.test.ts#two'],
  activeMutant: active,
  timeout: neverMs,
};
const survived: MutantResult = { status: 'survived' };
const killed: MutantResult = { status: 'killed', killedBy: ['a.test.ts#two'], failureMessage: '1 is not 2' };
const waitedFor: MutantResult = { ...killed, failureMessage: 'Test timed out in 15000ms.' };

/** A runner that gives these results, one after the other, and tells what it was asked and when its thread ended. */
function scripted(...given: readonly (MutantResult | (() => boolean))[]) {
  const left = given.filter((one) => typeof one !== 'function');
  const isAsked = given.find((one) => typeof one === 'function');
  const asked: string[] = [];
  const runner = new WarmRunner(
    {
      init: () => Promise.resolve(),
      capabilities: () => null,
      dryRun: () => Promise.resolve(null),
      dispose: () => Promise.resolve(),
      mutantRun: ({ activeMutant, testFilter }) => {
        asked.push(`${activeMutant.id}: ${String(testFilter?.length)}`);
        return Promise.resolve(left.shift() ?? survived);
      },
    },
    () => {
      asked.push('new thread');
      return Promise.resolve();
    },
    isAsked,
  );
  return { runner, asked };
}

describe('mutants that are asked for', () => {
  const { replacement } = active;
  const inA = { file: 'src-main/files/a.ts', from: { line: 7, column: 8 }, to: { line: 7, column: 13 }, replacement };

  it('are told from the others of their file, and all of a file that is not named', () => {
    const path = join(tempFolder(), 'asked.json');
    const isAskedIn = (asked: Asked, change: Partial<typeof active> = {}): boolean => {
      writeFileSync(path, JSON.stringify(asked));
      return readAsked(path)({ ...active, ...change });
    };
    const asked = { [inA.file]: [nameOf(inA)] };
    expect(isAskedIn(asked)).toBe(true);
    expect(isAskedIn(asked, { replacement: 'true' })).toBe(false);
    expect(isAskedIn(asked, { fileName: join(projectRoot, 'src-main/files/b.ts') })).toBe(true);
    expect(readAsked(undefined)(active)).toBe(true);
  });

  it('are tested, and no others', async () => {
    const { runner, asked } = scripted(() => false);
    await runner.mutantRun(options);
    expect(asked).toEqual([]);
  });
});

describe('a mutant that is tested in a thread that stays', () => {
  it('is found where the test that found it passes without it', async () => {
    const { runner, asked } = scripted(killed, survived);
    expect(await runner.mutantRun(options)).toEqual(killed);
    expect(asked).toEqual(['7: 2', 'none: 1']);
  });

  it('is decided in a new thread where that test fails without it too', async () => {
    const { runner, asked } = scripted(killed, survived, killed, killed, survived);
    await runner.mutantRun(options);
    expect(await runner.mutantRun({ ...options, activeMutant: { ...active, id: '8' } })).toEqual(survived);
    expect(asked).toEqual(['7: 2', 'none: 1', '8: 2', 'none: 1', 'new thread', '8: 2', 'new thread']);
  });

  it('is decided in a new thread where it broke the runner', async () => {
    const { runner, asked } = scripted(survived, { status: 'error' }, killed);
    await runner.mutantRun(options);
    expect(await runner.mutantRun(options)).toEqual(killed);
    expect(asked).toEqual(['7: 2', '7: 2', 'new thread', '7: 2', 'new thread']);
  });

  it('is not found by a test that was waited for in vain and fails without it, in a new thread as well', async () => {
    const { runner } = scripted(waitedFor, waitedFor, waitedFor, waitedFor);
    expect(await runner.mutantRun(options)).toEqual(survived);
  });

  it('has the thread for itself where the modules are loaded with it', async () => {
    const { runner, asked } = scripted(killed);
    expect(await runner.mutantRun({ ...options, mutantActivation: 'static' })).toEqual(killed);
    expect(asked).toEqual(['new thread', '7: 2', 'new thread']);
  });

  it('is ended where it works without an end, however little time that took', async () => {
    let ended = 0;
    const inner = {
      init: () => Promise.resolve(),
      capabilities: () => null,
      dryRun: () => Promise.resolve(null),
      dispose: () => Promise.resolve(),
      mutantRun: async () => {
        while (ended === 0) await setTimeout(10);
        return { status: 'error' };
      },
    };
    const runner = new WarmRunner(inner, () => {
      ended += 1;
      return Promise.resolve();
    });
    // As if its tests had taken no time at all, and it may take none either.
    const result = await runner.mutantRun({ ...options, timeout: neverMs - 22_500 });
    expect([result.status, ended > 0]).toEqual(['timeout', true]);
  });

  it('is not one of too many there', async () => {
    const { runner, asked } = scripted();
    for (let count = 0; count < 61; count += 1) await runner.mutantRun(options);
    expect(asked.indexOf('new thread')).toBe(60);
  });
});

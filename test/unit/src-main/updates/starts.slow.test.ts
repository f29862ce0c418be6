import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { launcherName, launcherScript, programName } from '../../../../src-main/updates/launcher.ts';
import {
  addStart,
  mayChangeForm,
  readStarts,
  versionsThatGaveWay,
  versionToStart,
  type Start,
} from '../../../../src-main/updates/starts.ts';
import { makeTempFolder, tempFolder } from '../../../support/temp.ts';

const [older, newer] = ['counterfoil-0.1.0-linux-x64', 'counterfoil-0.2.0'];
const starts = (...words: readonly Start['kind'][]): readonly Start[] => words.map((kind) => ({ kind, name: newer }));
const installation = { current: newer, before: older };

describe('two starts in a row that did not become good', () => {
  it.each([
    [[], newer],
    [['begun'], newer],
    [['begun', 'begun'], older],
    [['begun', 'good', 'begun'], newer],
    [['begun', 'good', 'begun', 'begun'], older],
    [['begun', 'again', 'begun'], newer],
    [['begun', 'begun', 'good'], newer],
  ] as const)('after %j it is the turn of %s', (words, expected) => {
    expect(versionToStart(installation, starts(...words))).toBe(expected);
  });

  it('change nothing where there is none before, or where they were of another version', () => {
    expect(versionToStart({ ...installation, before: null }, starts('begun', 'begun'))).toBe(newer);
    const others: readonly Start[] = [{ kind: 'begun', name: older }, ...starts('begun')];
    expect(versionToStart(installation, others)).toBe(newer);
  });

  it('count until that version starts, whatever starts in its place', () => {
    const instead: readonly Start[] = [...starts('begun', 'begun'), { kind: 'good', name: older }];
    expect(versionToStart(installation, instead)).toBe(older);
    expect(versionToStart(installation, [...instead, ...starts('good')])).toBe(newer);
  });

  it('keep a version from being offered again, until it starts', () => {
    const elsewhere: readonly Start[] = [
      { kind: 'begun', name: older },
      { kind: 'good', name: older },
    ];
    expect(versionsThatGaveWay([...starts('begun', 'begun'), ...elsewhere])).toEqual(['0.2.0']);
    expect(versionsThatGaveWay([...starts('begun', 'begun', 'good'), ...elsewhere])).toEqual([]);
    expect(versionsThatGaveWay([...starts('begun'), ...elsewhere])).toEqual([]);
  });
});

it('the form of the records may change after two good starts, and not before', () => {
  expect(mayChangeForm(starts(), newer)).toBe(false);
  expect(mayChangeForm(starts('begun', 'begun', 'begun'), newer)).toBe(false);
  expect(mayChangeForm(starts('begun', 'good'), newer)).toBe(false);
  expect(mayChangeForm(starts('begun', 'good', 'begun', 'good'), older)).toBe(false);
  expect(mayChangeForm(starts('begun', 'good', 'begun', 'good'), newer)).toBe(true);
});

it('the log is read as it was written, and what is no line of it is passed over', () => {
  const folder = tempFolder();
  expect(readStarts(folder)).toEqual([]);
  for (const start of starts('begun', 'good')) expect(addStart(folder, start).ok).toBe(true);
  writeFileSync(join(folder, 'starts'), 'nonsense\nbegun\ngood a b\n', { flag: 'a' });
  expect(readStarts(folder)).toEqual(starts('begun', 'good'));
  expect(addStart(join(folder, 'absent'), { kind: 'good', name: newer })).toMatchObject({ ok: false });
});

describe('the launcher', () => {
  const folder = tempFolderOfSuite();

  it('starts what versionToStart says, whatever the log, and hands the arguments on', () => {
    const word = fc.constantFrom('begun', 'good', 'again');
    const start = fc.record({ kind: word, name: fc.constantFrom(older, newer) });
    fc.assert(
      fc.property(fc.array(start, { maxLength: 6 }), fc.boolean(), (log, hasBefore) => {
        const before = hasBefore ? older : null;
        writeFileSync(join(folder, 'current'), [newer, ...(before === null ? [] : [before]), ''].join('\n'));
        writeFileSync(join(folder, 'starts'), log.map(({ kind, name }) => `${kind} ${name}\n`).join(''));
        const expected = versionToStart({ current: newer, before }, log);
        expect(launched('a b', '*')).toBe(`${expected} a b|*|`);
        // It counts the version that it starts, until that is lasting.
        const counts = expected === newer && !mayChangeForm(log, newer);
        expect(readStarts(folder)).toEqual(counts ? [...log, { kind: 'begun', name: newer }] : log);
      }),
      { numRuns: 100 },
    );
  });

  it('starts without a log, where it cannot write one, and the version before where the current one is gone', () => {
    writeFileSync(join(folder, 'current'), `${newer}\n${older}\n`);
    rmSync(join(folder, 'starts'), { force: true });
    expect(launched()).toBe(`${newer} |`);
    expect(readFileSync(join(folder, 'starts'), 'utf8')).toBe(`begun ${newer}\n`);
    rmSync(join(folder, 'starts'));
    mkdirSync(join(folder, 'starts'));
    expect(launched()).toBe(`${newer} |`);
    rmSync(join(folder, 'starts'), { recursive: true });
    rmSync(join(folder, newer), { recursive: true });
    expect(launched()).toBe(`${older} |`);
  });

  function launched(...args: readonly string[]): string {
    return execFileSync(join(folder, launcherName), args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  }
});

function tempFolderOfSuite(): string {
  const temp = makeTempFolder();
  afterAll(() => temp.remove());
  writeFileSync(join(temp.path, launcherName), launcherScript, { mode: 0o755 });
  for (const name of [older, newer]) {
    mkdirSync(join(temp.path, name));
    const script = `#!/bin/sh\nprintf '${name} '\nprintf '%s|' "$@"\n`;
    writeFileSync(join(temp.path, name, programName), script, { mode: 0o755 });
  }
  return temp.path;
}

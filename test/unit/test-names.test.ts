import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../support/project.ts';

/** Tests of several sources at once, which open a whole counter: each bears the name of what it shows. */
const behaviours: Readonly<Record<string, readonly string[]>> = {
  'orders/driver': [
    'answers-judged-again',
    'clock-set-back',
    'going-on',
    'late-answer',
    'new-profile-or-key',
    'pause-asked-for',
    'person-decides',
    'settling',
    'unverified-answers',
    'waiting-turns',
  ],
  'enrolment/driver': ['answers-of-the-service', 'cut-off', 'secrets', 'waiting-for-activation', 'whole-enrolment'],
};

/** The names in a folder, each once, without their endings. */
function namesIn(pattern: string): ReadonlySet<string> {
  const files = globSync(pattern, { cwd: projectRoot });
  return new Set(files.map((file) => basename(file).replace(/(\.(slow|sandbox))?(\.test)?\.ts$/, '')));
}

const folders = globSync('src-main/{orders,exchange,reveals,enrolment}{,/*}/', { cwd: projectRoot })
  .map((folder) => folder.replace(/^src-main\//, '').replace(/\/$/, ''))
  .filter((folder) => namesIn(`src-main/${folder}/*.ts`).size > 0);

describe.each(folders)('the tests of %s', (folder) => {
  const tests = namesIn(`test/unit/src-main/${folder}/*.test.ts`);
  const shown = behaviours[folder] ?? [];

  it('bear the name of a source there, alone or before what they show of it', () => {
    const sources = [...namesIn(`src-main/${folder}/*.ts`)];
    const strays = [...tests].filter(
      (test) => !shown.includes(test) && !sources.some((source) => test === source || test.startsWith(`${source}-`)),
    );
    expect(strays).toEqual([]);
  });

  it('show each behaviour that is listed', () => {
    expect(shown.filter((test) => !tests.has(test))).toEqual([]);
  });
});

it('each test lies in a folder of a source', () => {
  const inFolders = folders.flatMap((folder) =>
    globSync(`test/unit/src-main/${folder}/*.test.ts`, { cwd: projectRoot }),
  );
  const all = globSync('test/unit/src-main/{orders,exchange,reveals,enrolment}/**/*.test.ts', { cwd: projectRoot });
  expect(all.filter((file) => !inFolders.includes(file))).toEqual([]);
  expect(folders.length).toBeGreaterThan(10);
});

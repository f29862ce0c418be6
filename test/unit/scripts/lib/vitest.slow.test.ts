import { spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addCounts, countTests, sayCounts } from '../../../../scripts/lib/vitest.ts';
import type { Counts } from '../../../../scripts/lib/vitest.ts';
import { projectRoot } from '../../../support/project.ts';
import { tempFolder } from '../../../support/temp.ts';

/** Runs the real vitest over one file of tests and counts from its real report. */
function countsOf(source: string | undefined): Counts {
  const root = tempFolder();
  symlinkSync(join(projectRoot, 'node_modules'), join(root, 'node_modules'));
  if (source !== undefined) writeFileSync(join(root, 'example.test.ts'), source);
  const report = join(root, 'report.json');
  const vitest = join(projectRoot, 'node_modules/vitest/vitest.mjs');
  const run = spawnSync(process.execPath, [vitest, 'run', '--root', root, '--reporter=json', `--outputFile.json=${report}`], { cwd: root });
  return countTests(report, run.status ?? 1);
}

test('passed, failed, skipped and planned tests are counted', () => {
  const source = `
    import { expect, test } from 'vitest';
    test('a', () => {}); test('b', () => {});
    test('c', () => { expect(1).toBe(2); });
    test.skip('d', () => {}); test.todo('e'); test.skipIf(true)('f', () => {});`;
  expect(countsOf(source)).toEqual({ passed: 2, failed: 1, skipped: 3 });
});

test('a file that does not load counts as a failure', () => {
  expect(countsOf(`import './not-there.ts';`)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('a project without a single test counts as a failure', () => {
  expect(countsOf(undefined)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('the last line of all is the sum', () => {
  expect(sayCounts(addCounts({ passed: 1, failed: 0, skipped: 2 }, { passed: 10, failed: 3, skipped: 0 }))).toBe('11 passed, 3 failed, 2 skipped');
});

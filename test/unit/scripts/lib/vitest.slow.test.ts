import { spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reportVariable } from '../../../../scripts/lib/test-reporter.ts';
import { addCounts, readReport, sayCounts, testReporter, type TestReport } from '../../../../scripts/lib/vitest.ts';
import { projectRoot } from '../../../support/project.ts';
import { tempFolder } from '../../../support/temp.ts';

/** Runs the real vitest over one file of tests and reads its real report. */
function reportOf(source: string | undefined): TestReport {
  const root = tempFolder();
  symlinkSync(join(projectRoot, 'node_modules'), join(root, 'node_modules'));
  if (source !== undefined) writeFileSync(join(root, 'example.test.ts'), source);
  const report = join(root, 'report.json');
  const vitest = join(projectRoot, 'node_modules/vitest/vitest.mjs');
  const run = spawnSync(process.execPath, [vitest, 'run', '--root', root, `--reporter=${testReporter}`], {
    cwd: root,
    env: { ...process.env, [reportVariable]: report },
  });
  return readReport(report, run.status ?? 1);
}

test('passed, failed, skipped and planned tests are counted, and the failed ones named', () => {
  const source = `
    import { describe, expect, test } from 'vitest';
    test('a', () => {}); test('b', () => {});
    describe('c', () => { test('d', () => { expect(1).toBe(2); }); });
    test.skip('e', () => {}); test.todo('f'); test.skipIf(true)('g', () => {});`;
  const { counts, failures } = reportOf(source);
  expect(counts).toEqual({ passed: 2, failed: 1, skipped: 3 });
  expect(failures).toEqual([expect.stringMatching(/example\.test\.ts > c > d: AssertionError: expected 1 to be 2/)]);
});

test('a file that does not load counts as a failure, and is named', () => {
  const { counts, failures } = reportOf(`import './not-there.ts';`);
  expect(counts).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(failures).toEqual([expect.stringMatching(/example\.test\.ts: .*not-there/)]);
});

test('a hook that fails counts as a failure, and says why', () => {
  const source = `
    import { afterAll, beforeAll, describe, test } from 'vitest';
    describe('a', () => { beforeAll(() => { throw new Error('no service'); }); test('b', () => {}); });
    describe('c', () => { afterAll(() => { throw new Error('no end'); }); test('d', () => {}); });
    setTimeout(() => { throw new Error('by itself'); });`;
  const { counts, failures } = reportOf(source);
  expect(counts).toEqual({ passed: 1, failed: 3, skipped: 1 });
  expect(failures).toEqual([
    'example.test.ts > a, before or after its tests: Error: no service',
    'example.test.ts > c, before or after its tests: Error: no end',
    'outside of the tests: Error: by itself',
  ]);
});

test('a project without a single test counts as a failure', () => {
  const { counts, failures } = reportOf(undefined);
  expect(counts).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(failures).toHaveLength(1);
});

test('the last line of all is the sum', () => {
  expect(sayCounts(addCounts({ passed: 1, failed: 0, skipped: 2 }, { passed: 10, failed: 3, skipped: 0 }))).toBe(
    '11 passed, 3 failed, 2 skipped',
  );
});

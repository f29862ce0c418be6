import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeMemoryFolder } from './memory-folder.ts';
import { reportVariable, type WrittenReport } from './test-reporter.ts';
import { cacheFolder, projectRoot, runTool, type ToolResult } from './tools.ts';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** What a run of tests came to. */
export interface TestReport {
  readonly counts: Counts;
  /** Of each test, hook or file that failed: the file, the name, and the first line of what it says. */
  readonly failures: readonly string[];
}

export interface ProjectResult extends ToolResult, TestReport {}

/** What writes the report of a run. */
export const testReporter = join(projectRoot, 'scripts/lib/test-reporter.ts');

export const noCounts: Counts = { passed: 0, failed: 0, skipped: 0 };

export function addCounts(one: Counts, other: Counts): Counts {
  return { passed: one.passed + other.passed, failed: one.failed + other.failed, skipped: one.skipped + other.skipped };
}

/** The last line of `npm test`; people and scripts read it. */
export function sayCounts(counts: Counts): string {
  return `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`;
}

/** Runs projects of vitest.config.ts beside one another to their end and counts their tests. */
export async function runProjects(
  projects: readonly string[],
  output: 'show' | 'keep',
  args: readonly string[] = [],
): Promise<ProjectResult> {
  const report = join(cacheFolder, 'vitest', `${projects.join('-')}.json`);
  mkdirSync(dirname(report), { recursive: true });
  rmSync(report, { force: true });
  const reporters = [output === 'show' ? '--reporter=default' : '--reporter=dot', `--reporter=${testReporter}`];
  // A folder that somebody chose stays chosen.
  const memory = process.env['TMPDIR'] === undefined ? makeMemoryFolder() : null;
  const env = { ...environment(), ...(memory === null ? {} : { TMPDIR: memory.path }), [reportVariable]: report };
  try {
    const result = await runTool({
      tool: 'vitest',
      args: ['run', ...projects.flatMap((project) => ['--project', project]), ...reporters, ...args],
      output,
      env,
    });
    return { ...result, ...readReport(report, result.exitCode) };
  } finally {
    memory?.remove();
  }
}

/**
 * A binding that was built for an Electron is for the tests in Electron (vitest.config.ts hands it to them); all others
 * prove the published one.
 */
function environment(): NodeJS.ProcessEnv {
  const { SQLITE_NATIVE_BINDING: electronBinding, ...env } = process.env;
  return electronBinding === undefined ? env : { ...env, ELECTRON_SQLITE_BINDING: electronBinding };
}

/** What a report says. A run that failed without one (no test file at all, a crash) counts as one failure. */
export function readReport(path: string, exitCode: number): TestReport {
  const { passed = 0, skipped = 0, failures = [] } = parseReport(path);
  const all = exitCode !== 0 && failures.length === 0 ? ['no test failed, and yet the run did'] : failures;
  return { counts: { passed, failed: all.length, skipped }, failures: all };
}

function parseReport(path: string): Partial<WrittenReport> {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as WrittenReport;
  } catch {
    return {};
  }
}

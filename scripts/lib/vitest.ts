import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeMemoryFolder } from './memory-folder.ts';
import { cacheFolder, runTool } from './tools.ts';
import type { ToolResult } from './tools.ts';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface ProjectResult extends ToolResult {
  readonly counts: Counts;
}

export const noCounts: Counts = { passed: 0, failed: 0, skipped: 0 };

export function addCounts(one: Counts, other: Counts): Counts {
  return { passed: one.passed + other.passed, failed: one.failed + other.failed, skipped: one.skipped + other.skipped };
}

/** The last line of `npm test`; people and scripts read it. */
export function sayCounts(counts: Counts): string {
  return `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`;
}

/** Runs projects of vitest.config.ts beside one another to their end and counts their tests. */
export async function runProjects(projects: readonly string[], output: 'show' | 'keep', args: readonly string[] = []): Promise<ProjectResult> {
  const report = join(cacheFolder, 'vitest', `${projects.join('-')}.json`);
  mkdirSync(dirname(report), { recursive: true });
  rmSync(report, { force: true });
  const reporters = [output === 'show' ? '--reporter=default' : '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  // A folder that somebody chose stays chosen.
  const memory = process.env['TMPDIR'] === undefined ? makeMemoryFolder() : null;
  const env = { ...environmentFor(projects), ...(memory === null ? {} : { TMPDIR: memory.path }) };
  try {
    const result = await runTool({ tool: 'vitest', args: ['run', ...projects.flatMap((project) => ['--project', project]), ...reporters, ...args], output, env });
    return { ...result, counts: countTests(report, result.exitCode) };
  } finally {
    memory?.remove();
  }
}

/** A binding that was built for an Electron is for the tests in Electron; all others prove the published one. */
function environmentFor(projects: readonly string[]): NodeJS.ProcessEnv {
  const env = { ...process.env };
  if (!projects.includes('e2e')) delete env['SQLITE_NATIVE_BINDING'];
  return env;
}

/** The numbers of a JSON report. A run that failed without a failed test (a file that does not load, no file at all, a crash) counts as one failure. */
export function countTests(report: string, exitCode: number): Counts {
  const counts = parseReport(report);
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

function parseReport(report: string): Counts {
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return noCounts;
  }
  return {
    passed: numberAt(parsed, 'numPassedTests'),
    failed: numberAt(parsed, 'numFailedTests'),
    skipped: numberAt(parsed, 'numPendingTests') + numberAt(parsed, 'numTodoTests'),
  };
}

function numberAt(value: unknown, name: string): number {
  if (typeof value !== 'object' || value === null || !(name in value)) return 0;
  const found: unknown = Reflect.get(value, name);
  return typeof found === 'number' ? found : 0;
}

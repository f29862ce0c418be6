import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { makeMemoryFolder } from './memory-folder.ts';
import { cacheFolder, projectRoot, runTool, type ToolResult } from './tools.ts';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** What a run of tests came to. */
export interface TestReport {
  readonly counts: Counts;
  /** Of each failed test, or file that does not load: the file, the name, and the first line of what it says. */
  readonly failures: readonly string[];
}

export interface ProjectResult extends ToolResult, TestReport {}

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
  const reporters = [
    output === 'show' ? '--reporter=default' : '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  // A folder that somebody chose stays chosen.
  const memory = process.env['TMPDIR'] === undefined ? makeMemoryFolder() : null;
  const env = { ...environment(), ...(memory === null ? {} : { TMPDIR: memory.path }) };
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

/**
 * What a JSON report says. A run that failed without a failed test (a file that does not load, no file at all, a crash)
 * counts as one failure.
 */
export function readReport(path: string, exitCode: number): TestReport {
  const report = parseReport(path);
  const counts: Counts = {
    passed: report.numPassedTests ?? 0,
    failed: report.numFailedTests ?? 0,
    skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
  };
  const failures = (report.testResults ?? []).flatMap(failuresOf);
  if (exitCode === 0 || counts.failed > 0) return { counts, failures };
  const [first = 'no test failed, and yet the run did', ...others] = failures;
  return { counts: { ...counts, failed: 1 }, failures: [first, ...others] };
}

/** The part of vitest's JSON report that is read here. */
interface JsonReport {
  readonly numPassedTests?: number;
  readonly numFailedTests?: number;
  readonly numPendingTests?: number;
  readonly numTodoTests?: number;
  readonly testResults?: readonly JsonFile[];
}

interface JsonFile {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly assertionResults: readonly JsonTest[];
}

interface JsonTest {
  readonly fullName: string;
  readonly status: string;
  readonly failureMessages?: readonly string[];
}

function parseReport(path: string): JsonReport {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as JsonReport;
  } catch {
    return {};
  }
}

function failuresOf(file: JsonFile): readonly string[] {
  const name = relative(projectRoot, file.name);
  const failed = file.assertionResults.filter(({ status }) => status === 'failed');
  if (failed.length === 0) return file.status === 'failed' ? [`${name}: ${firstLine(file.message)}`] : [];
  return failed.map(
    ({ fullName, failureMessages: [message = ''] = [] }) => `${name} > ${fullName}: ${firstLine(message)}`,
  );
}

function firstLine(text: string): string {
  return stripVTControlCharacters(text).split('\n', 1)[0] ?? '';
}

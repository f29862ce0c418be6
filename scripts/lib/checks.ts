import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isStopping, projectRoot, runTool, type ToolResult } from './tools.ts';
import { addCounts, noCounts, runProjects, sayCounts, type TestReport } from './vitest.ts';

export interface ChecksResult extends TestReport {
  readonly ok: boolean;
}

interface Check {
  readonly name: string;
  readonly run: () => Promise<ToolResult & Partial<TestReport>>;
}

const sourceFolders = ['src-main', 'src-preload', 'src-shared', 'src-renderer', 'src-sandbox'];

/** The slowest first: two run at a time, and the short ones fill the second core. */
const checks: readonly Check[] = [
  { name: 'unit tests', run: () => runProjects(['unit'], 'keep') },
  {
    name: 'types and lint',
    run: () =>
      runTool({
        tool: 'oxlint',
        args: ['--ignore-pattern', 'test/fixtures/lint-violations/**'],
        output: 'keep',
        // The types of all files stay until its end: to look through them for what can go is a sixth of its work.
        env: { ...process.env, GOGC: '400' },
      }),
  },
  { name: 'format', run: () => runTool({ tool: 'oxfmt', args: ['--check', '.'], output: 'keep' }) },
  {
    name: 'dead code',
    run: () => runTool({ tool: 'knip', args: ['--no-progress', '--treat-config-hints-as-errors'], output: 'keep' }),
  },
  {
    name: 'layers',
    run: () =>
      runTool({
        tool: 'depcruise',
        args: [
          '--config',
          '.dependency-cruiser.cjs',
          ...sourceFolders.filter((folder) => existsSync(join(projectRoot, folder))),
        ],
        output: 'keep',
      }),
  },
];

/**
 * Types, lint, format, layer rules, dead code and unit tests, two at a time; one line for each, and the whole output of
 * what failed.
 */
export async function runChecks(): Promise<ChecksResult> {
  const waiting = [...checks];
  const results: ChecksResult[] = [];
  const lane = async (): Promise<void> => {
    for (let check = waiting.shift(); check !== undefined && !isStopping(); check = waiting.shift())
      results.push(await runCheck(check));
  };
  await Promise.all([lane(), lane()]);
  const ok = results.length === checks.length && results.every((result) => result.ok);
  const counts = results.map((result) => result.counts).reduce(addCounts, noCounts);
  return { ok, counts, failures: results.flatMap(({ failures }) => failures) };
}

async function runCheck(check: Check): Promise<ChecksResult> {
  const { exitCode, seconds, output, counts, failures = [] } = await check.run();
  const ok = exitCode === 0;
  const counted = counts === undefined ? '' : ` (${sayCounts(counts)})`;
  console.error(`${ok ? 'ok    ' : 'FAILED'} ${check.name.padEnd(14)} ${seconds.toFixed(1).padStart(5)} s${counted}`);
  if (!ok) console.error(output);
  return { ok, counts: counts ?? noCounts, failures: ok || counts !== undefined ? failures : [check.name] };
}

import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

export const projectRoot = join(import.meta.dirname, '../..');
export const cacheFolder = join(projectRoot, '.cache');

/** The command-line entry of each tool, so that it runs on our own Node and never through a shell. */
export const tools = {
  oxfmt: 'node_modules/oxfmt/bin/oxfmt',
  oxlint: 'node_modules/oxlint/bin/oxlint',
  knip: 'node_modules/knip/bin/knip.js',
  depcruise: 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
  vitest: 'node_modules/vitest/vitest.mjs',
} as const;

export interface ToolRun {
  readonly tool: keyof typeof tools;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Show the output while it comes, or keep it for the case of a failure. */
  readonly output: 'show' | 'keep';
}

export interface ToolResult {
  readonly exitCode: number;
  readonly output: string;
  readonly seconds: number;
}

/**
 * Tests start hundreds of processes from the same sources and bundles: each file is stripped of its types and compiled
 * once, not every time.
 */
const compiledOnce = { NODE_COMPILE_CACHE: join(cacheFolder, 'compiled') };

const running = new Set<ChildProcess>();
let stopping = false;

/** Signals for us are for the tools too; we end when they have ended. */
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    stopping = true;
    if (signal === 'SIGINT' && process.stdin.isTTY) return;
    for (const child of running) child.kill(signal);
  });
}

/** Whether a signal asked us to stop: no further tool is started then. */
export function isStopping(): boolean {
  return stopping;
}

/** Runs one of the tools on this very Node, in the project's folder. What it shows goes to stderr. */
export async function runTool(run: ToolRun): Promise<ToolResult> {
  const startedAtMs = performance.now();
  const env = { ...compiledOnce, ...(run.env ?? process.env) };
  const child = spawn(process.execPath, [join(projectRoot, tools[run.tool]), ...run.args], {
    cwd: projectRoot,
    env: run.output === 'show' ? env : colourless(env),
    stdio: run.output === 'show' ? ['ignore', 2, 2] : ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const kept: Buffer[] = [];
  child.stdout?.on('data', (bytes: Buffer) => kept.push(bytes));
  child.stderr?.on('data', (bytes: Buffer) => kept.push(bytes));
  const exitCode = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
  running.delete(child);
  return { exitCode, output: Buffer.concat(kept).toString('utf8'), seconds: (performance.now() - startedAtMs) / 1000 };
}

/**
 * Kept output is printed later, perhaps into a log: it must be plain, also where a surrounding `CI` or `FORCE_COLOR`
 * asks for colours.
 */
function colourless(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { FORCE_COLOR: _, ...rest } = env;
  return { ...rest, NO_COLOR: '1' };
}

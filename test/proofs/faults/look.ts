import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Breach } from '../../support/break-module.ts';
import { projectRoot } from '../../support/project.ts';
import { brokenDays, daysSearched, rarelyBroken } from '../chaos/broken-days.ts';
import { hunt } from '../states/hunt.ts';
import { testsOf, type Finder, type PlantedFault } from './faults.ts';

/** Whether a proof, or the tests of the part, fail with the fault. Throws where they could not run. */
export async function isFoundBy(fault: PlantedFault, by: Finder): Promise<boolean> {
  const { name, home, change } = fault;
  if (home === 'states' && by === 'states') return (await hunt(name)).broken !== null;
  // A day of chaos takes the fault as it is loaded, and the first that shows it is enough.
  if (by === 'chaos') return fails(projectRoot, by, ['test/proofs/chaos/main.ts', ...daysFor(name), '--break', name]);
  if (home === by) return fails(projectRoot, by, [mainOf(by), '--break', name]);
  if (change === null) throw new Error(`${name} is planted by its own proof`);
  if (by !== 'unit tests') return inCopy(name, change, (copy) => fails(copy, by, [mainOf(by)]));
  for (const tests of testsOf(change)) {
    if (!(await inCopy(name, change, (copy) => fails(copy, by, vitest(tests))))) continue;
    await passesWithout(tests);
    return true;
  }
  return false;
}

const mainOf = (by: Finder): string => `test/proofs/${by}/main.ts`;

/** Where a law of its own shows on rare days, from the first of those that are known to show it. */
function daysFor(name: string): readonly string[] {
  const known = [...brokenDays, ...rarelyBroken].find(({ law }) => law === name);
  return known === undefined ? [] : ['--seed', known.seed, '--runs', daysSearched];
}

/** A busy machine must not pass for a fault: nothing is late before ten minutes. */
const vitest = (tests: string): readonly string[] => [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--project=unit',
  '--bail=1',
  '--testTimeout=600000',
  '--hookTimeout=600000',
  tests,
];

const passed = new Set<string>();

/** Tests that fail in a copy without any fault find nothing. */
async function passesWithout(tests: string): Promise<void> {
  if (passed.has(tests)) return;
  if (await inCopy('none', null, (copy) => fails(copy, 'unit tests', vitest(tests))))
    throw new Error(`fail without a fault: ${tests}`);
  passed.add(tests);
}

const copied = ['src-main', 'src-shared', 'src-sandbox', 'src-preload', 'src-renderer', 'test', 'scripts', 'docs'];
const files = ['package.json', 'tsconfig.json', 'vitest.config.ts'];

/** In a copy of the project with the fault in it, beside nothing that a proof writes. */
async function inCopy<T>(name: string, change: Breach | null, run: (copy: string) => Promise<T>): Promise<T> {
  const copy = join(projectRoot, 'out', `.fault-${name}-${process.pid}`);
  mkdirSync(copy, { recursive: true });
  try {
    for (const part of [...copied, ...files]) cpSync(join(projectRoot, part), join(copy, part), { recursive: true });
    symlinkSync(join(projectRoot, 'node_modules'), join(copy, 'node_modules'));
    if (change !== null) plantIn(copy, change);
    return await run(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function plantIn(copy: string, { file, from, to }: Breach): void {
  const path = join(copy, file);
  const honest = readFileSync(path, 'utf8');
  if (honest.split(from).length !== 2) throw new Error(`${file} does not hold once: ${from}`);
  writeFileSync(
    path,
    honest.replace(from, () => to),
  );
}

/** What each says where a bar is not held: whatever else ends a process has found nothing. */
const failing: Readonly<Record<Finder, RegExp>> = {
  matrix: /proof:matrix -- --only|^lost order|^secret in|journals whose chain/m,
  chaos: /^FAILED: /m,
  mutations: /^FAILS: /m,
  states: /^FAILS$/m,
  'unit tests': /^ FAIL /m,
};

async function fails(cwd: string, by: Finder, command: readonly string[]): Promise<boolean> {
  const child = spawn(process.execPath, command, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const said = (await Promise.all([text(child.stdout), text(child.stderr)])).join('\n');
  const exitCode = await ended;
  if (exitCode === 0) return false;
  const shown = said.split('\n').filter((line) => failing[by].test(line));
  process.stdout.write(`${shown.slice(0, 2).join('\n')}\n`);
  if (exitCode === 1 && failing[by].test(said)) return true;
  throw new Error(`${command.join(' ')} ended with ${String(exitCode)}:\n${said.slice(-2000)}`);
}

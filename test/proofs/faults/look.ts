import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../support/project.ts';
import { hunt } from '../states/hunt.ts';
import type { Finder, PlantedFault } from './faults.ts';

/** Whether a proof, or the tests of the part, fail with the fault. Throws where they could not run. */
export async function isFoundBy(fault: PlantedFault, by: Finder): Promise<boolean> {
  if (fault.home === 'states' && by === 'states') return (await hunt(fault.name)).broken !== null;
  if (fault.home === by) return fails(projectRoot, [...commands[by], '--break', fault.name]);
  const copy = copyWith(fault);
  try {
    return await fails(copy, commands[by]);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

const commands: Readonly<Record<Finder, readonly string[]>> = {
  matrix: ['test/proofs/matrix/main.ts'],
  chaos: ['test/proofs/chaos/main.ts'],
  mutations: ['test/proofs/mutations/main.ts'],
  states: ['test/proofs/states/main.ts'],
  'unit tests': ['node_modules/.bin/vitest', 'run', '--project', 'unit', '--bail', '1', 'test/unit/src-main/orders'],
};

const copied = ['src-main', 'src-shared', 'src-sandbox', 'src-preload', 'src-renderer', 'test', 'scripts', 'docs'];
const files = ['package.json', 'tsconfig.json', 'vitest.config.ts'];

/** The project with the fault in it, beside nothing that a proof writes. */
function copyWith({ name, change }: PlantedFault): string {
  const copy = join(projectRoot, 'out', `.fault-${name}-${process.pid}`);
  mkdirSync(copy, { recursive: true });
  for (const part of [...copied, ...files]) cpSync(join(projectRoot, part), join(copy, part), { recursive: true });
  symlinkSync(join(projectRoot, 'node_modules'), join(copy, 'node_modules'));
  if (change === null) throw new Error(`${name} is planted by its own proof`);
  const file = join(copy, change.file);
  const text = readFileSync(file, 'utf8');
  if (text.split(change.from).length !== 2) throw new Error(`${change.file} does not hold once: ${change.from}`);
  writeFileSync(
    file,
    text.replace(change.from, () => change.to),
  );
  return copy;
}

/** Exit code 1 says that a bar is not held. */
async function fails(cwd: string, command: readonly string[]): Promise<boolean> {
  const child = spawn(process.execPath, command, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  const exitCode: unknown = (await once(child, 'exit'))[0];
  if (exitCode !== 0 && exitCode !== 1) throw new Error(`${command.join(' ')} ended with ${String(exitCode)}`);
  return exitCode === 1;
}

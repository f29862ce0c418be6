import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { projectRoot } from '../../support/project.ts';
import { isAsked, type Asked } from './asked.ts';
import type { MutatedFolder } from './folders.ts';
import { nameOf, readMutant, type Mutant } from './mutant.ts';

/** The mutants, those whose turn did not come among them, and what ended the run. */
export interface Run {
  readonly mutants: readonly Mutant[];
  readonly endedBy: 'the last' | 'time' | 'a signal';
}

/**
 * Tests the mutants of these ranges, `FILE` or `FILE:FROM-TO`, for at most so many seconds, in processes of their own:
 * a mutant may end its process or never end. Only those `asked` for where a range has others too. Throws where the
 * tests fail before anything was changed.
 */
export async function runMutants(
  { tests }: MutatedFolder,
  ranges: readonly string[],
  withinSeconds: number,
  asked: Asked = {},
): Promise<Run> {
  const sandbox = join('.cache', 'mutants', `sandbox-${String(process.pid)}`);
  const temp = mkdtempSync(join(memory(), 'counterfoil-mutants-'));
  const askedPath = join(temp, 'asked.json');
  writeFileSync(askedPath, JSON.stringify(asked));
  const child = spawn(process.execPath, [join(import.meta.dirname, 'run-child.ts'), sandbox, ...ranges], {
    cwd: projectRoot,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      TMPDIR: temp,
      MUTANTS_TESTS: tests.join(','),
      MUTANTS_REPORT: join(temp, reportFile),
      MUTANTS_ASKED: askedPath,
    },
  });
  const end = (): void => void (child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'));
  let endedBy: Run['endedBy'] = 'the last';
  const endBy = (what: Run['endedBy']) => (): void => {
    endedBy = what;
    end();
  };
  const timer = setTimeout(endBy('time'), withinSeconds * 1000);
  const stop = endBy('a signal');
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const said = await text(child.stdout);
    const exitCode = await ended;
    if (exitCode !== 0 && exitCode !== null)
      throw new Error(`Stryker ended with ${String(exitCode)}:\n${said.split('\n').slice(-20).join('\n')}`);
    return { mutants: mutantsIn(join(temp, reportFile)).filter((mutant) => isAsked(asked, mutant)), endedBy };
  } finally {
    clearTimeout(timer);
    process.off('SIGINT', stop).off('SIGTERM', stop);
    for (const folder of [join(projectRoot, sandbox), temp]) rmSync(folder, { recursive: true, force: true });
  }
}

const reportFile = 'mutants.jsonl';

/** Each mutant as it was last reported; a line that a kill cut off was not. */
function mutantsIn(path: string): readonly Mutant[] {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : [];
  return [...new Map(lines.map(readMutant).map((mutant) => [nameOf(mutant), mutant])).values()];
}

/** Files of tests that nobody wants to outlive the machine need no disk: waiting for it would be most of the time. */
function memory(): string {
  const path = '/dev/shm';
  return existsSync(path) ? path : tmpdir();
}

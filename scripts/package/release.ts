import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '../lib/say.mjs';
import { projectRoot } from '../lib/tools.ts';

/** What is packaged, and the one time that all its files bear: the same commit gives the same bytes. */
export interface Release {
  readonly name: string;
  readonly version: string;
  /** `null` where the sources did not come with their history. */
  readonly commit: string | null;
  /** Whether files were changed since that commit. */
  readonly changed: boolean;
  readonly epochSeconds: number;
}

interface Description {
  readonly name: string;
  readonly version: string;
}

export function readRelease(env: NodeJS.ProcessEnv = process.env): Release {
  const { name, version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as Description;
  const commit = git('rev-parse', 'HEAD');
  const changed = commit !== null && git('status', '--porcelain') !== '';
  return { name, version, commit, changed, epochSeconds: readEpoch(env, commit) };
}

function readEpoch(env: NodeJS.ProcessEnv, commit: string | null): number {
  const given = env['SOURCE_DATE_EPOCH'] ?? '';
  const epoch = given === '' && commit !== null ? (git('show', '--no-patch', '--format=%ct', commit) ?? '') : given;
  // The form of a zip knows no time before 1980.
  if (/^\d{9,10}$/.test(epoch)) return Number(epoch);
  throw new Refusal(
    given === ''
      ? 'The sources have no commit to take a time from. Set SOURCE_DATE_EPOCH to seconds since 1970.'
      : `SOURCE_DATE_EPOCH is not a number of seconds since 1970: ${given}.`,
  );
}

function git(...args: readonly string[]): string | null {
  try {
    return execFileSync('git', args, {
      cwd: projectRoot,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return null;
  }
}

import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { err, ok, type Result } from '../core/result.ts';
import { appendOnly } from '../files/append-only.ts';
import { readBounded } from '../files/read-bounded.ts';
import { diskFault, type UpdateFault } from './fault.ts';
import { versionOfFolder, type Installation } from './installation.ts';

/**
 * The log `starts` of an installation. The launcher writes `begun`. The version writes `good` when its journal is open
 * and its window is drawn, and `again` where it was started a second time and only brought the first to the front.
 */
export interface Start {
  readonly kind: (typeof kinds)[number];
  /** The folder of the version. */
  readonly name: string;
}

const kinds = ['begun', 'good', 'again'] as const;
/** So many starts make a version lasting, or end it. */
const enough = 2;

export function readStarts(folder: string): readonly Start[] {
  const lines = textOf(join(folder, 'starts')).split('\n');
  return lines.flatMap((line) => {
    const [word = '', name = '', ...others] = line.split(' ');
    const kind = kinds.find((each) => each === word);
    return kind === undefined || name === '' || others.length > 0 ? [] : [{ kind, name }];
  });
}

/** Durable when it returns `ok`. */
export function addStart(folder: string, { kind, name }: Start): Result<void, UpdateFault> {
  try {
    const file = openSync(join(folder, 'starts'), appendOnly, 0o600);
    try {
      writeSync(file, `${kind} ${name}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    return ok(undefined);
  } catch (thrown) {
    return err(diskFault(thrown, 'starts'));
  }
}

/** What the launcher starts: the version before, once two starts in a row of this one did not become good. */
export function versionToStart(
  { current, before }: Pick<Installation, 'current' | 'before'>,
  starts: readonly Start[],
): string {
  return before !== null && hasFailed(starts, current) ? before : current;
}

function hasFailed(starts: readonly Start[], name: string): boolean {
  const last = starts.filter((start) => start.name === name).slice(-enough);
  return last.length === enough && last.every(({ kind }) => kind === 'begun');
}

/** The versions whose last word is that they did not start. They are not offered again. */
export function versionsThatGaveWay(starts: readonly Start[]): readonly string[] {
  const names = [...new Set(starts.map(({ name }) => name))];
  return names.filter((name) => hasFailed(starts, name)).flatMap((name) => versionOfFolder(name) ?? []);
}

/**
 * Whether the version may write its records in a form that the one before does not write: only after two good starts,
 * because until then the one before may have to take over. It must be a form that the one before can read.
 */
export function mayChangeForm(starts: readonly Start[], name: string): boolean {
  return starts.filter((start) => start.kind === 'good' && start.name === name).length >= enough;
}

function textOf(path: string): string {
  try {
    return readBounded(path).toString('utf8');
  } catch {
    return '';
  }
}

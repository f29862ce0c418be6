import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../support/project.ts';
import { seededRandom } from '../mutations/random.ts';
import { folders, type MutatedFolder } from './folders.ts';
import { sourcesOf } from './kept.ts';

const windowLines = 10;
const windows = 12;

export interface Sample {
  readonly folder: MutatedFolder;
  /** `FILE:FROM-TO`. */
  readonly ranges: readonly string[];
}

/** A folder and ranges of lines in it, drawn from the seed: each line of the folder is as likely as any other. */
export function drawSample(seed: number, only: MutatedFolder | null): Sample {
  const random = seededRandom(seed, 'mutants');
  const folder = only ?? random.shuffled(folders)[0];
  if (folder === undefined) throw new Error('there is no folder to draw from');
  const all = sourcesOf(folder).flatMap((file) => {
    const lines = readFileSync(join(projectRoot, file), 'utf8').split('\n').length;
    return Array.from({ length: Math.ceil(lines / windowLines) }, (_, index) => {
      const from = index * windowLines + 1;
      return `${file}:${String(from)}-${String(Math.min(from + windowLines - 1, lines))}`;
    });
  });
  return { folder, ranges: random.shuffled(all).slice(0, windows) };
}

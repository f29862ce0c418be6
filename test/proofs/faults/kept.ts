import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { projectRoot } from '../../support/project.ts';
import type { Finder } from './faults.ts';

/** What was looked for so far: all of it takes hours. */
const file = join(projectRoot, '.cache', 'faults.json');

const schema = z.record(z.string(), z.record(z.string(), z.boolean()));
export type Kept = z.infer<typeof schema>;

/** By fault, and by who looked for it: whether they found it. */
export function kept(): Kept {
  return existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
}

export function keep(fault: string, by: Finder, isFound: boolean): void {
  const all = kept();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ ...all, [fault]: { ...all[fault], [by]: isFound } }, null, 2));
}

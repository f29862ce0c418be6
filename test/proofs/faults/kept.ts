import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { projectRoot } from '../../support/project.ts';
import { idOf, type Finder, type PlantedFault } from './faults.ts';

/** What was looked for so far: all of it takes hours. */
const file = join(projectRoot, '.cache', 'faults.json');

const schema = z.record(z.string(), z.object({ isFound: z.boolean(), module: z.string() }));

/** Whether it was found; null where nobody looked for it since the module that it lies in changed. */
export function keptOf(fault: PlantedFault, by: Finder): boolean | null {
  const known = all()[keyOf(fault, by)];
  return known === undefined || known.module !== moduleOf(fault) ? null : known.isFound;
}

export function keep(fault: PlantedFault, by: Finder, isFound: boolean): void {
  const found = { ...all(), [keyOf(fault, by)]: { isFound, module: moduleOf(fault) } };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(found, null, 2));
}

function all(): z.infer<typeof schema> {
  return existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
}

const keyOf = (fault: PlantedFault, by: Finder): string => `${idOf(fault)}: ${by}`;

function moduleOf({ change }: PlantedFault): string {
  if (change === null) return '';
  return createHash('sha256')
    .update(readFileSync(join(projectRoot, change.file)))
    .digest('hex');
}

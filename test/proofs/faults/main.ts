import { z } from 'zod';
import { readOptions } from '../options.ts';
import { writeSection } from '../report.ts';
import { finders, idOf, plantedFaults, whyNot } from './faults.ts';
import { keep, keptOf } from './kept.ts';
import { isFoundBy } from './look.ts';
import { sectionOf } from './print.ts';

const usage = `usage: proof:faults [--by ${finders.map((by) => `'${by}'`).join('|')}] [--fault NAME] [--again] [--write]
--again: also what is known. --write: nothing is looked for; what is known becomes the table.`;
const options = z.object({
  by: z.enum(finders).optional(),
  fault: z.string().optional(),
  again: z.boolean(),
  write: z.boolean(),
});

/** Looks for each planted fault in each proof, one after the other; what came of it is kept, or written as a table. */
async function main(): Promise<void> {
  const given = readOptions(usage, options, {
    by: { type: 'string' },
    fault: { type: 'string' },
    again: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  });
  if (given === null) return;
  if (given.write) {
    writeSection('proof:faults', sectionOf(keptOf));
    return;
  }
  for (const by of finders) {
    if (given.by !== undefined && by !== given.by) continue;
    for (const fault of plantedFaults) {
      if (given.fault !== undefined && fault.name !== given.fault) continue;
      if (whyNot(fault, by) !== null || (!given.again && keptOf(fault, by) !== null)) continue;
      const isFound = await isFoundBy(fault, by);
      keep(fault, by, isFound);
      process.stdout.write(`${idOf(fault)}: ${by} ${isFound ? 'finds it' : 'does not find it'}\n`);
    }
  }
}

await main();

import { z } from 'zod';

import { readOptions } from '../options.ts';
import { writeSection } from '../report.ts';
import { holds, prove, sectionOf, summaryOf, tableOf } from './prove.ts';

/** Exits 1 where a cause was not named. */
async function main(): Promise<void> {
  const given = readOptions('usage: proof:doctor [--write]', z.object({ write: z.boolean() }), { write: { type: 'boolean', default: false } });
  if (given === null) return;
  const { results, seconds } = await prove();
  const isHeld = holds(results);
  process.stdout.write(`${tableOf(results, 'text')}\n\n${summaryOf(results)}\n${isHeld ? 'holds' : 'FAILS'}: ${seconds.toFixed(1)} s\n`);
  if (given.write && isHeld) writeSection('proof:doctor', sectionOf(results));
  process.exitCode = isHeld ? 0 : 1;
}

await main();

import { z } from 'zod';
import { readOptions } from '../options.ts';
import { writeSection } from '../report.ts';
import { canMount } from './full-disk.ts';
import { holds, prove, sectionOf } from './prove.ts';
import { isHeld } from './stage.ts';

/** Exits 1 where something was installed that should not be, or a counter did not open. */
async function main(): Promise<void> {
  const schema = z.object({ full: z.boolean(), write: z.boolean() });
  const given = readOptions('usage: proof:update [--full] [--write]', schema, {
    full: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  });
  if (given === null) return;
  const startedAtMs = performance.now();
  const all = await prove(given.full, (tried) => {
    if (!isHeld(tried)) process.stdout.write(`${JSON.stringify(tried)}\n`);
  });
  const isHolding = holds(all);
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
  process.stdout.write(`${sectionOf(all)}\n\n${isHolding ? 'holds' : 'FAILS'}: ${seconds} s\n`);
  if (!canMount) process.stdout.write('No disk was filled up: this system lets nobody mount one.\n');
  if (given.write && given.full && canMount && isHolding) writeSection('proof:update', sectionOf(all));
  process.exitCode = isHolding ? 0 : 1;
}

await main();

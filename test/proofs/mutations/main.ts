import { z } from 'zod';
import { readOptions, wholeNumber } from '../options.ts';
import { writeSection } from '../report.ts';
import { faultsOf, sectionOf, tablesOf } from './print.ts';
import { prove } from './prove.ts';
import { laws } from './seam.ts';

const usage = `usage: proof:mutations [--full] [--seed S] [--write] [--break ${laws.join('|')}]`;

const options = z
  .object({
    full: z.boolean(),
    write: z.boolean(),
    seed: wholeNumber,
    break: z.enum(laws).optional(),
  })
  .refine((given) => !given.write || given.break === undefined);

/** Changes every answer in every way and says what came of it; exits 1 where anything changed was accepted. */
async function main(): Promise<void> {
  const given = readOptions(usage, options, {
    full: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    break: { type: 'string' },
  });
  if (given === null) return;
  const proof = await prove({ seed: given.seed, full: given.full, broken: given.break ?? null });
  const faults = faultsOf(proof);
  process.stdout.write(`${tablesOf(proof, 'text')}\n\n`);
  if (faults !== '') process.stdout.write(`${faults}\n\n`);
  process.stdout.write(
    `${proof.holds ? 'holds' : 'FAILS'}: ${proof.seconds.toFixed(1)} s, seed ${String(given.seed)}\n`,
  );
  if (given.write && proof.holds) writeSection('proof:mutations', sectionOf(proof));
  process.exitCode = proof.holds ? 0 : 1;
}

await main();

import { z } from 'zod';
import { readOptions } from '../options.ts';
import { writeSection } from '../report.ts';
import { fields } from './fields.ts';
import { faultsOf, sectionOf, tablesOf } from './print.ts';
import { prove } from './prove.ts';

const usage = 'usage: proof:deployments [--full] [--write] [--break FIELD]';

const options = z
  .object({
    full: z.boolean(),
    write: z.boolean(),
    break: z
      .string()
      .refine((path) => fields.some((field) => field.path === path))
      .optional(),
  })
  .refine((given) => !given.write || given.break === undefined);

/** Exits 1 where any deployment could not be lived with. With `--break` no counter knows that field: that must show. */
async function main(): Promise<void> {
  const given = readOptions(usage, options, {
    full: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    break: { type: 'string' },
  });
  if (given === null) return;
  const proof = await prove({ full: given.full, broken: given.break ?? null });
  const faults = faultsOf(proof);
  if (given.break === undefined) process.stdout.write(`${tablesOf(proof, 'text')}\n\n`);
  if (faults !== '') process.stdout.write(`${faults}\n\n`);
  process.stdout.write(`${proof.holds ? 'holds' : 'FAILS'}: ${proof.seconds.toFixed(1)} s\n`);
  if (given.write && proof.holds) writeSection('proof:deployments', sectionOf(proof));
  process.exitCode = proof.holds ? 0 : 1;
}

await main();

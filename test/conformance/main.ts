import { z } from 'zod';
import { readOptions, wholeNumber } from '../proofs/options.ts';
import { writeSection } from '../proofs/report.ts';
import { sectionOf, tablesOf } from './print.ts';
import { proveConformance } from './prove.ts';

const usage = 'usage: conformance [--seed S] [--messages N] [--write]';
const options = z.object({ seed: wholeNumber, messages: wholeNumber, write: z.boolean() });

/**
 * Holds our signatures against the standards and against two other implementations; exits 1 on any disagreement without
 * a reason.
 */
async function main(): Promise<void> {
  const given = readOptions(usage, options, {
    seed: { type: 'string', default: '1' },
    messages: { type: 'string', default: '10000' },
    write: { type: 'boolean', default: false },
  });
  if (given === null) return;
  const startedAtMs = performance.now();
  const conformance = await proveConformance({ seed: given.seed, messages: given.messages });
  const { faults } = conformance;
  process.stdout.write(`${tablesOf(conformance, 'text')}\n\n`);
  for (const fault of faults.slice(0, 20)) process.stdout.write(`WRONG  ${fault}\n`);
  if (faults.length > 20) process.stdout.write(`WRONG  ${String(faults.length - 20)} more\n`);
  const unexplained = conformance.crossCheck.directions.reduce(
    (sum, direction) => sum + direction.unexplained.length,
    0,
  );
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
  process.stdout.write(
    `${faults.length === 0 ? 'holds' : 'FAILS'}: ${String(unexplained)} unexplained disagreements, ` +
      `${seconds} s, seed ${String(given.seed)}\n`,
  );
  if (given.write && faults.length === 0) writeSection('conformance', sectionOf(conformance));
  process.exitCode = faults.length === 0 ? 0 : 1;
}

await main();

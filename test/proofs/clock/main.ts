import { z } from 'zod';
import { readOptions, wholeNumber } from '../options.ts';
import { writeSection } from '../report.ts';
import { holds, prove, sectionOf } from './prove.ts';

const furthestSeconds = 600;

/** Exits 1 where a counter neither sold nor named its clock. */
async function main(): Promise<void> {
  const schema = z.object({ write: z.boolean(), step: wholeNumber });
  const given = readOptions('usage: proof:clock [--write] [--step SECONDS]', schema, {
    write: { type: 'boolean', default: false },
    step: { type: 'string', default: '1' },
  });
  if (given === null) return;
  const startedAtMs = performance.now();
  const count = 2 * Math.floor(furthestSeconds / Math.max(given.step, 1)) + 1;
  const offsets = Array.from({ length: count }, (_, index) => (index - (count - 1) / 2) * Math.max(given.step, 1));
  const results = await prove(offsets, ({ outcome, aheadSeconds, tolerance, binding }) => {
    if (outcome !== 'sold' && outcome !== 'clock')
      process.stdout.write(`${String(aheadSeconds)} s ahead, ${String(tolerance)} s taken, ${binding}: ${outcome}\n`);
  });
  const isHeld = holds(results);
  process.stdout.write(
    `${sectionOf(results)}\n\n${isHeld ? 'holds' : 'FAILS'}: ` +
      `${((performance.now() - startedAtMs) / 1000).toFixed(1)} s\n`,
  );
  if (given.write && isHeld && given.step === 1) writeSection('proof:clock', sectionOf(results));
  process.exitCode = isHeld ? 0 : 1;
}

await main();

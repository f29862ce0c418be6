import { z } from 'zod';
import { drawsOf } from '../chaos/random.ts';
import { readOptions, wholeNumber } from '../options.ts';
import { writeSection } from '../report.ts';
import { pairedCases, singleCases } from './drawn.ts';
import {
  drawnMisses,
  drawnSummary,
  holds,
  holdsDrawn,
  prove,
  proveDrawn,
  sectionOf,
  summaryOf,
  tableOf,
} from './prove.ts';

const usage = 'usage: proof:doctor [--pairs N] [--seed N] [--write]';

/** Exits 1 where a cause was not named. */
async function main(): Promise<void> {
  const given = readOptions(usage, z.object({ write: z.boolean(), pairs: wholeNumber, seed: wholeNumber }), {
    write: { type: 'boolean', default: false },
    pairs: { type: 'string', default: '150' },
    seed: { type: 'string', default: '1' },
  });
  if (given === null) return;
  const draws = drawsOf(given.seed, 'doctor');
  const { results, seconds } = await prove();
  process.stdout.write(`${tableOf(results, 'text')}\n\n${summaryOf(results)}\n\n`);
  const singles = await proveDrawn(singleCases());
  // Two mistakes of which each is felt by itself: either may be named first, and then the other.
  const felt = singleCases().filter((_, index) => singles[index]?.isFelt === true);
  const drawn = [...singles, ...(await proveDrawn(pairedCases(given.pairs, (limit) => draws.below(limit), felt)))];
  const isHeld = holds(results) && holdsDrawn(drawn);
  process.stdout.write(
    `${drawnMisses(drawn, 'text')}\n\n${drawnSummary(drawn)}\n${isHeld ? 'holds' : 'FAILS'}: ${seconds.toFixed(1)} s\n`,
  );
  if (given.write && isHeld) writeSection('proof:doctor', sectionOf(results, drawn));
  process.exitCode = isHeld ? 0 : 1;
}

await main();

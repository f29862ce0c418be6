import { z } from 'zod';

import { readOptions, wholeNumber } from '../options.ts';
import { writeSection } from '../report.ts';
import { outdated } from './equivalent.ts';
import { folders } from './folders.ts';
import type { MutatedFolder } from './folders.ts';
import { hashesOf, keep, readKept, renewed, sourcesOf, standing } from './kept.ts';
import { placeOf } from './mutant.ts';
import type { Mutant } from './mutant.ts';
import { runMutants } from './run.ts';
import { drawSample } from './sample.ts';
import { holds, sayMutant, tableOf, tallyOf } from './tally.ts';
import type { Tally } from './tally.ts';

const usage = 'usage: proof:mutants [--seed S] [--folder NAME] [--full [--write]]';
const sampleSeconds = 110;
const pieceSeconds = 3_600;
/** Fewer say nothing about a share. */
const sampleLeast = 20;

const options = z.object({
  seed: wholeNumber, folder: z.enum(folders.map(({ name }) => name)).optional(), full: z.boolean(), write: z.boolean(),
});

/** Exits 1 where fewer mutants were found than the bar says, or an entry of the equivalent ones is outdated. */
async function main(): Promise<void> {
  const given = readOptions(usage, options, {
    seed: { type: 'string', default: '1' }, folder: { type: 'string' },
    full: { type: 'boolean', default: false }, write: { type: 'boolean', default: false },
  });
  if (given === null) return;
  const only = folders.find(({ name }) => name === given.folder) ?? null;
  const chosen = only === null ? folders : [only];
  const isHeld = given.full ? await runFull(chosen, given.write) : await runSample(given.seed, only);
  process.exitCode = isHeld ? 0 : 1;
}

async function runSample(seed: number, only: MutatedFolder | null): Promise<boolean> {
  const { folder, places } = drawSample(seed, only);
  const { mutants, isWhole } = await runMutants(folder, places, sampleSeconds);
  const tally = tallyOf(folder, mutants);
  say([tally]);
  const judged = tally.count.found + tally.survivors.length;
  process.stdout.write(`seed ${String(seed)}, ${String(places.length)} places${isWhole ? '' : ', ended by the time'}\n`);
  return judged < sampleLeast || holds(tally);
}

async function runFull(chosen: readonly MutatedFolder[], write: boolean): Promise<boolean> {
  const tallies: Tally[] = [];
  let isCurrent = true;
  for (const folder of chosen) {
    const mutants: Mutant[] = [];
    for (const file of sourcesOf(folder)) mutants.push(...await mutantsOf(folder, file));
    tallies.push(tallyOf(folder, mutants));
    for (const { file, within, replacement } of outdated(mutants)) {
      isCurrent = false;
      process.stdout.write(`no such mutant any more: ${file}  ${within}  ->  ${replacement}\n`);
    }
  }
  say(tallies);
  if (write && chosen.length === folders.length) writeSection('proof:mutants', sectionOf(tallies));
  return isCurrent && tallies.every(holds);
}

/** One piece: a file. What was ended before its last mutant is begun anew, what was tested whole is not. */
async function mutantsOf(folder: MutatedFolder, file: string): Promise<readonly Mutant[]> {
  const known = readKept(file);
  const now = hashesOf(folder, file);
  const left = known === null ? null : standing(known, now);
  if (left?.again.length === 0) return left.mutants;
  const { mutants: tested, isWhole } = await runMutants(folder, left?.again.map(placeOf) ?? [file], pieceSeconds);
  if (!isWhole) throw new Error(`${file} took over an hour: test it in smaller files`);
  const mutants = renewed(left?.mutants ?? [], tested);
  keep(file, { ...now, mutants });
  process.stderr.write(`${tallyLine(tallyOf(folder, mutants))}  ${file}\n`);
  return mutants;
}

const tallyLine = ({ count, survivors }: Tally): string => `${String(count.found)} found, ${String(survivors.length)} not`;

function say(tallies: readonly Tally[]): void {
  for (const { survivors } of tallies) for (const mutant of survivors) process.stdout.write(`${sayMutant(mutant)}\n`);
  process.stdout.write(`${tableOf(tallies, 'text')}\n`);
}

function sectionOf(tallies: readonly Tally[]): string {
  return [
    '## Mutants', '',
    'Written by `npm run -s proof:mutants -- --full --write`.', '',
    'Each mutant is one small change of the code that some test must fail.', '',
    tableOf(tallies, 'markdown'),
  ].join('\n');
}

await main();

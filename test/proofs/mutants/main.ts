import { z } from 'zod';
import { readOptions, wholeNumber } from '../options.ts';
import { readSection, writeSection } from '../report.ts';
import { askedFor } from './asked.ts';
import { equivalents, outdated } from './equivalent.ts';
import { folders, type MutatedFolder } from './folders.ts';
import { hashesOf, isKnown, keep, readKept, renewed, sourcesOf, stillValid } from './kept.ts';
import { positionsOf, type Mutant } from './mutant.ts';
import { runMutants } from './run.ts';
import { drawSample } from './sample.ts';
import { holds, sayMutant, tableOf, tallyOf, withKeptRows, type Tally } from './tally.ts';

const usage = 'usage: proof:mutants [--seed S] [--folder NAME] [--full [--file PART]...] [--write]';
const sampleSeconds = 105;
const pieceSeconds = 3_600;
/** Fewer say nothing about a share. */
const sampleLeast = 20;

const options = z.object({
  seed: wholeNumber,
  folder: z.enum(folders.map(({ name }) => name)).optional(),
  full: z.boolean(),
  file: z.array(z.string()),
  write: z.boolean(),
});

/** Exits 1 where fewer mutants were found than the bar says, or an entry of the equivalent ones is outdated. */
async function main(): Promise<void> {
  const given = readOptions(usage, options, {
    seed: { type: 'string', default: '1' },
    folder: { type: 'string' },
    full: { type: 'boolean', default: false },
    file: { type: 'string', multiple: true, default: [] },
    write: { type: 'boolean', default: false },
  });
  if (given === null) return;
  const only = folders.find(({ name }) => name === given.folder) ?? null;
  const chosen = only === null ? folders : [only];
  if (given.full) for (const folder of chosen) await testFolder(folder, given.file);
  const isHeld = given.full || given.write ? tellKept(chosen) : await runSample(given.seed, only);
  if (given.write) writeSection('proof:mutants', sectionOf(folders.map((folder) => keptTally(folder))));
  process.exitCode = isHeld ? 0 : 1;
}

async function runSample(seed: number, only: MutatedFolder | null): Promise<boolean> {
  const { folder, ranges } = drawSample(seed, only);
  const { mutants, endedBy } = await runMutants(folder, ranges, sampleSeconds);
  const tally = tallyOf(
    folder,
    mutants.filter(({ fate }) => fate !== 'open'),
  );
  say([tally]);
  const judged = tally.count.found + tally.survivors.length;
  process.stdout.write(`seed ${String(seed)}, ${String(ranges.length)} ranges, ended by ${endedBy}\n`);
  return judged < sampleLeast || holds(tally);
}

/**
 * In pieces of an hour; what was tested is kept, whatever ended it. All files, or those with one of `parts` in their
 * name.
 */
async function testFolder(folder: MutatedFolder, parts: readonly string[]): Promise<void> {
  const isMeant = (file: string): boolean => parts.length === 0 || parts.some((part) => file.includes(part));
  const due = sourcesOf(folder)
    .filter(isMeant)
    .flatMap((file) => {
      const known = readKept(file);
      const now = hashesOf(folder, file);
      const left = known === null ? null : stillValid(known, now);
      return left?.again.length === 0 ? [] : [{ file, now, left }];
    });
  if (due.length === 0) return;
  const { mutants: tested, endedBy } = await runMutants(
    folder,
    due.flatMap(({ file, left }) => (left === null ? [file] : positionsOf(left.again))),
    pieceSeconds,
    askedFor(due.flatMap(({ file, left }) => (left === null ? [] : [[file, left.again]]))),
  );
  for (const { file, now, left } of due) {
    const own = tested.filter((mutant) => mutant.file === file);
    // There are files without any.
    if (own.length > 0 || endedBy === 'the last')
      keep(file, { ...now, mutants: [...renewed(left?.mutants ?? [], own)] });
  }
  process.stderr.write(`${folder.name}: ${tallyLine(tallyOf(folder, tested))}, ended by ${endedBy}\n`);
  if (endedBy === 'a signal') process.exit(130);
  if (endedBy === 'the last') return;
  if (tested.every(({ fate }) => fate === 'open'))
    throw new Error(`${folder.name}: the first mutant took over an hour`);
  await testFolder(folder, parts);
}

/** What is known of the code as it is now; true where that is all of it, and holds. */
function tellKept(chosen: readonly MutatedFolder[]): boolean {
  const gone = chosen.flatMap((folder) => outdated(validMutants(folder).flat()));
  for (const { file, within, replacement } of gone)
    process.stdout.write(`no such mutant any more: ${file}  ${within}  ->  ${replacement}\n`);
  const tallies = chosen.map((folder) => keptTally(folder));
  say(tallies);
  return gone.length === 0 && tallies.every(holds);
}

/** The mutants of each file whose results still stand. */
function validMutants(folder: MutatedFolder): readonly (readonly Mutant[])[] {
  return sourcesOf(folder).flatMap((file) => {
    const known = readKept(file);
    const left = known === null ? null : stillValid(known, hashesOf(folder, file));
    return left?.again.length === 0 ? [left.mutants] : [];
  });
}

function keptTally(folder: MutatedFolder): Tally {
  const tested = validMutants(folder);
  return tallyOf(folder, tested.flat(), equivalents, { tested: tested.length, all: sourcesOf(folder).length });
}

const tallyLine = ({ count, survivors }: Tally): string =>
  `${String(count.found)} found, ${String(survivors.length)} not`;

function say(tallies: readonly Tally[]): void {
  for (const { survivors } of tallies) for (const mutant of survivors) process.stdout.write(`${sayMutant(mutant)}\n`);
  process.stdout.write(`${tableOf(tallies, 'text')}\n`);
}

function sectionOf(tallies: readonly Tally[]): string {
  const before = readSection('proof:mutants');
  const unknown = new Set(folders.filter((folder) => !isKnown(folder)).map(({ name }) => name));
  return [
    '## Mutants',
    '',
    'Written by `npm run -s proof:mutants -- --write` from what `--full` has tested.',
    '',
    'Each mutant is one small change of the code that some test must fail. Those that alter nothing are listed, each with its reason, in `test/proofs/mutants/equivalent.ts`.',
    'Where `files` says "of", the others were not tested since they or their tests changed, and nothing is said of them.',
    'A row holds for the code of its day.',
    '',
    withKeptRows(tableOf(tallies, 'markdown', new Date().toISOString().slice(0, 10)), before, unknown),
  ].join('\n');
}

await main();

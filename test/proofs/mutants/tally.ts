import { markdownTable, textTable } from '../report.ts';
import type { Equivalent } from './alike.ts';
import { equivalenceOf, equivalents } from './equivalent.ts';
import type { MutatedFolder } from './folders.ts';
import type { Fate, Mutant } from './mutant.ts';

/** What became of the mutants of one folder. */
export interface Tally {
  readonly folder: MutatedFolder;
  readonly count: Readonly<Record<Fate | 'equivalent', number>>;
  /** Those that no test found and nobody has shown to alter nothing. */
  readonly survivors: readonly Mutant[];
  /** Of the mutants that are not equivalent; null where there are none. */
  readonly foundPercent: number | null;
  /** How many of the folder's files were tested whole; null for a sample. */
  readonly files: { readonly tested: number; readonly all: number } | null;
}

export function tallyOf(
  folder: MutatedFolder,
  mutants: readonly Mutant[],
  known: readonly Equivalent[] = equivalents,
  files: Tally['files'] = null,
): Tally {
  const count = { found: 0, survived: 0, untested: 0, void: 0, open: 0, equivalent: 0 };
  const survivors: Mutant[] = [];
  for (const mutant of mutants) {
    const isMissed = mutant.fate === 'survived' || mutant.fate === 'untested';
    const isEquivalent = isMissed && equivalenceOf(mutant, known) !== null;
    count[isEquivalent ? 'equivalent' : mutant.fate] += 1;
    if (isMissed && !isEquivalent) survivors.push(mutant);
  }
  const judged = count.found + survivors.length;
  return { folder, count, survivors, foundPercent: judged === 0 ? null : (100 * count.found) / judged, files };
}

/** Whether enough were found, in all files. A folder without any mutant was not looked at. */
export function holds({ folder, foundPercent, files }: Tally): boolean {
  const isWhole = files === null || files.tested === files.all;
  return isWhole && foundPercent !== null && foundPercent >= folder.foundAtLeastPercent;
}

const head = [
  'folder',
  'files',
  'mutants',
  'found',
  'survived',
  'untested',
  'equivalent',
  'no mutant',
  'found of the others',
  'bar',
];

/** `onDay` is that of a page that lasts: a row whose results lie elsewhere keeps the day on which it was written. */
export function tableOf(tallies: readonly Tally[], form: 'text' | 'markdown', onDay?: string): string {
  const rows = tallies.map(({ folder, count, foundPercent, files }) => [
    folder.name,
    filesText(files),
    Object.values(count).reduce((sum, part) => sum + part, 0),
    count.found,
    count.survived,
    count.untested,
    count.equivalent,
    count.void,
    foundPercent === null ? '' : `${foundPercent.toFixed(1)} %`,
    `${String(folder.foundAtLeastPercent)} %`,
    ...(onDay === undefined ? [] : [onDay]),
  ]);
  return (form === 'text' ? textTable : markdownTable)([...head, ...(onDay === undefined ? [] : ['on'])], rows);
}

/**
 * A table as it is to be written: a folder of which nothing is known here any more keeps the row of the table before,
 * for its results may lie on another machine.
 */
export function withKeptRows(table: string, before: string, unknown: ReadonlySet<string>): string {
  const rows = new Map(before.split('\n').map((line) => [nameOfRow(line), line]));
  return table
    .split('\n')
    .map((line) => (unknown.has(nameOfRow(line)) ? (rows.get(nameOfRow(line)) ?? line) : line))
    .join('\n');
}

const nameOfRow = (line: string): string => /^\| (\S+) \|/.exec(line)?.[1] ?? '';

function filesText(files: Tally['files']): string {
  if (files === null) return 'a sample';
  return files.tested === files.all ? String(files.all) : `${String(files.tested)} of ${String(files.all)}`;
}

/** A survivor as an editor finds it. */
export function sayMutant({ file, from, original, replacement, fate }: Mutant): string {
  const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text).replaceAll(/\s+/g, ' ');
  return `${fate} ${file}:${String(from.line)}  ${short(original)}  ->  ${short(replacement)}`;
}

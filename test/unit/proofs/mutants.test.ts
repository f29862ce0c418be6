import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Equivalent } from '../../proofs/mutants/alike.ts';
import { equivalenceOf, equivalents, outdated } from '../../proofs/mutants/equivalent.ts';
import { folders } from '../../proofs/mutants/folders.ts';
import { renewed, sourcesOf, stillValid } from '../../proofs/mutants/kept.ts';
import { positionOf, positionsOf, readMutant, squeezed, type Fate, type Mutant } from '../../proofs/mutants/mutant.ts';
import { drawSample } from '../../proofs/mutants/sample.ts';
import { holds, tableOf, tallyOf, withKeptRows } from '../../proofs/mutants/tally.ts';
import { projectRoot } from '../../support/project.ts';

const folder = { name: 'files', tests: [], foundAtLeastPercent: 85 };
const mutant = (fate: Fate, changed: Partial<Mutant> = {}): Mutant => ({
  file: 'src-main/files/a.ts',
  from: { line: 7, column: 8 },
  to: { line: 7, column: 13 },
  before: 'isLess(){return',
  after: ';}',
  original: 'a < b',
  replacement: 'a <= b',
  fate,
  foundBy: null,
  ...changed,
});
const equivalent: Equivalent = {
  file: 'src-main/files/a.ts',
  within: 'return a < b;',
  original: 'a < b',
  replacement: 'a <= b',
  reason: 'a is never b',
};
const many = (fate: Fate, count: number, changed: Partial<Mutant> = {}): Mutant[] =>
  Array.from({ length: count }, () => mutant(fate, changed));

describe('the count of mutants', () => {
  it('holds at its bar and fails below it, where no test runs the line as well', () => {
    expect(holds(tallyOf(folder, [...many('found', 85), ...many('survived', 15)], []))).toBe(true);
    expect(holds(tallyOf(folder, [...many('found', 84), ...many('survived', 16)], []))).toBe(false);
    expect(holds(tallyOf(folder, [...many('found', 84), ...many('untested', 16)], []))).toBe(false);
  });

  it('fails where files are left that were not looked at', () => {
    expect(holds(tallyOf(folder, many('found', 9), [], { tested: 2, all: 2 }))).toBe(true);
    expect(holds(tallyOf(folder, many('found', 9), [], { tested: 1, all: 2 }))).toBe(false);
    expect(tableOf([tallyOf(folder, many('found', 9), [], { tested: 1, all: 2 })], 'text')).toContain('1 of 2');
  });

  it('fails where nothing was looked at', () => {
    expect(holds(tallyOf(folder, many('void', 3), []))).toBe(false);
  });

  it('leaves out what is shown to alter nothing, and only that', () => {
    const mutants = [...many('found', 1), mutant('survived'), mutant('survived', { replacement: 'true' })];
    const tally = tallyOf(folder, mutants, [equivalent]);
    expect(tally.count).toEqual({ found: 1, survived: 1, untested: 0, void: 0, open: 0, equivalent: 1 });
    expect(tally.survivors.map(({ replacement }) => replacement)).toEqual(['true']);
    expect(tally.foundPercent).toBe(50);
  });

  it('counts a mutant as found that a test does find, whatever was said of it', () => {
    expect(tallyOf(folder, [mutant('found')], [equivalent]).count).toMatchObject({ found: 1, equivalent: 0 });
  });
});

describe('the table of mutants', () => {
  const other = { ...folder, name: 'sqlite' };
  const tallies = [tallyOf(folder, many('found', 9), []), tallyOf(other, many('found', 8), [])];
  const before = tableOf(tallies, 'markdown', '2026-11-22');
  const [, , rowOfFiles, rowOfSqlite] = before.split('\n');
  const now = tableOf([tallyOf(folder, [], []), tallyOf(other, many('found', 7), [])], 'markdown', '2026-11-28');

  it('keeps the row of a folder of which nothing is known here', () => {
    const lines = withKeptRows(now, before, new Set(['files'])).split('\n');
    expect(lines[2]).toBe(rowOfFiles);
    expect(lines.slice(2).map((line) => line.split(' | ').at(-1))).toEqual(['2026-11-22 |', '2026-11-28 |']);
    expect(lines[3]).toBe(now.split('\n')[3]);
    expect(lines[3]).not.toBe(rowOfSqlite);
  });

  it('has a row for a folder that had none', () => {
    expect(withKeptRows(now, '', new Set(['files', 'sqlite']))).toBe(now);
  });
});

describe('equivalent mutants', () => {
  it('are known on whichever line they stand', () => {
    expect(equivalenceOf(mutant('survived', { from: { line: 99, column: 1 } }), [equivalent])).toBe('a is never b');
    expect(equivalenceOf(mutant('survived', { before: 'isLess(){throw' }), [equivalent])).toBeNull();
    expect(equivalenceOf(mutant('survived', { after: '&&b;}' }), [equivalent])).toBeNull();
  });

  it('are known however a formatter breaks their lines', () => {
    const broken = {
      original: 'isLess(\n  a,\n  b,\n)',
      replacement: 'isLess(\n  b,\n)',
      before: 'return',
      after: ';}',
    };
    const one = { ...equivalent, within: 'return isLess(a, b);', original: 'isLess(a, b)', replacement: 'isLess(b)' };
    expect(equivalenceOf(mutant('survived', broken), [one])).toBe('a is never b');
  });

  it.each(equivalents)('name code that stands in $file once: $original', ({ file, within, original }) => {
    const source = squeezed(readFileSync(join(projectRoot, file), 'utf8'));
    expect(source.split(squeezed(within))).toHaveLength(2);
    expect(squeezed(within).split(squeezed(original))).toHaveLength(2);
  });

  it('are called outdated when their code is gone, and only in files that were looked at', () => {
    expect(outdated([mutant('survived', { original: 'b' })], [equivalent])).toEqual([equivalent]);
    expect(outdated([mutant('survived')], [equivalent])).toEqual([]);
    expect(outdated([mutant('survived', { file: 'src-main/files/b.ts' })], [equivalent])).toEqual([]);
  });
});

describe('a mutant as the tool tells it', () => {
  it('names the text that it replaces', () => {
    const location = { start: { line: 1, column: 1 }, end: { line: 1, column: 7 } };
    const file = 'test/proofs/mutants/mutant.ts';
    const read = readMutant(JSON.stringify({ fileName: file, replacement: '', status: 'NoCoverage', location }));
    expect(read).toMatchObject({ file, from: location.start, original: 'import', fate: 'untested', foundBy: null });
    expect(read.before).toBe('');
    expect(read.after).toMatch(/^\{readFileSync\}from/);
  });
});

describe('results that are kept', () => {
  const [one, two] = ['one.test.ts', 'two.test.ts'];
  const found = mutant('found', { foundBy: one });
  const survivor = mutant('survived', { from: { line: 8, column: 1 } });
  const known = { source: '1', tests: { [one]: '1', [two]: '1' }, mutants: [found, survivor] };

  it('all hold while nothing has changed', () => {
    expect(stillValid(known, known)).toEqual({ mutants: known.mutants, again: [] });
  });

  it('are got where a run was ended before their turn came', () => {
    const open = mutant('open', { from: { line: 9, column: 1 } });
    expect(stillValid({ ...known, mutants: [found, survivor, open] }, known)?.again).toEqual([open]);
  });

  it('are void when the source changed', () => {
    expect(stillValid(known, { ...known, source: '2' })).toBeNull();
  });

  it('are got again where the test that found the mutant changed, and where none did', () => {
    expect(stillValid(known, { ...known, tests: { [one]: '1', [two]: '2' } })?.again).toEqual([survivor]);
    expect(stillValid(known, { ...known, tests: { [one]: '2', [two]: '1' } })?.again).toEqual([found, survivor]);
    expect(stillValid(known, { ...known, tests: { [two]: '1' } })?.again).toEqual([found, survivor]);
    const timedOut = { ...known, mutants: [mutant('found')] };
    expect(stillValid(timedOut, { ...known, tests: { [one]: '1' } })?.again).toEqual(timedOut.mutants);
  });

  it('give way to what was got later for the same change', () => {
    const later = { ...survivor, fate: 'found' as const };
    expect(renewed([found, survivor], [later])).toEqual([found, later]);
    expect(renewed([found], [{ ...found, replacement: 'true' }])).toHaveLength(2);
    expect(positionOf(found)).toBe('src-main/files/a.ts:7:7-7:12');
  });

  it('is asked for once with those inside of its place', () => {
    const whole = mutant('survived', { from: { line: 7, column: 1 }, to: { line: 9, column: 2 } });
    const inside = mutant('survived');
    const after = mutant('survived', { from: { line: 10, column: 1 }, to: { line: 10, column: 9 } });
    const elsewhere = mutant('survived', { file: 'src-main/files/b.ts' });
    expect(positionsOf([inside, whole, { ...inside, replacement: 'true' }, after])).toEqual(
      [whole, after].map(positionOf),
    );
    expect(positionsOf([inside, elsewhere])).toEqual([inside, elsewhere].map(positionOf));
  });
});

describe('the sample', () => {
  it('is repeated by its seed and differs by another', () => {
    expect(drawSample(3, null)).toEqual(drawSample(3, null));
    const drawn = new Set(Array.from({ length: 12 }, (_, seed) => drawSample(seed, null).folder.name));
    expect(drawn.size).toBeGreaterThan(2);
  });

  it('counts the sources of a folder within another once, with that folder', () => {
    const all = folders.flatMap((one) => sourcesOf(one));
    expect(all.filter((file, index) => all.indexOf(file) !== index)).toEqual([]);
    expect(all).toContain('src-main/reveals/machine/decide.ts');
  });

  it('names places of the folder that it was asked for', () => {
    for (const one of folders) {
      expect(sourcesOf(one).length).toBeGreaterThan(0);
      const ranges = drawSample(1, one).ranges.map((place) => place.split(':')[0]);
      expect(ranges.filter((file) => file === undefined || !sourcesOf(one).includes(file))).toEqual([]);
    }
  });
});

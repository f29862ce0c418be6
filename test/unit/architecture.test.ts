import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readCode, redrawn, withoutDetours, type Arrow } from '../../scripts/lib/architecture.ts';
import { projectRoot } from '../support/project.ts';

test('the page is as the imports and the rules have it (npm run -s architecture)', async () => {
  const page = readFileSync(join(projectRoot, 'docs/architecture.md'), 'utf8');
  expect(await redrawn(page)).toBe(page);
});

test('an arrow beside a detour is left out, however long the detour is', () => {
  const chain: readonly Arrow[] = [
    ['a', 'b'],
    ['b', 'c'],
    ['c', 'd'],
  ];
  expect(withoutDetours([...chain, ['a', 'c'], ['a', 'd'], ['b', 'd']])).toEqual(chain);
});

test('no arrow of a cycle is left out', () => {
  const cycle: readonly Arrow[] = [
    ['a', 'b'],
    ['b', 'a'],
    ['b', 'c'],
    ['c', 'b'],
  ];
  expect(withoutDetours(cycle)).toEqual(cycle);
  expect(withoutDetours([['x', 'a'], ['x', 'b'], ...cycle])).toHaveLength(6);
});

/** The rule of cycles takes a folder and those in it for one; here each is by itself. */
test('no folder imports one that comes back to it, a folder and its own parts included', async () => {
  const { imports } = await readCode();
  const arrows = imports.map(([from, to]): Arrow => [dirname(from), dirname(to)]);
  expect(foldersInCycles(arrows)).toEqual([]);
});

test('a folder that imports a part of itself, and is imported by it, is found', () => {
  expect(
    foldersInCycles([
      ['app', 'app/calls'],
      ['app/calls', 'app'],
      ['hosts', 'app'],
      ['app', 'core'],
    ]),
  ).toEqual(['app', 'app/calls', 'hosts']);
});

/** Folders in a cycle, or that import one: what is left once each that imports nothing left is taken away. */
function foldersInCycles(arrows: readonly Arrow[]): readonly string[] {
  const left = new Set(arrows.filter(([from, to]) => from !== to).map(([from]) => from));
  for (let before = -1; before !== left.size;) {
    before = left.size;
    for (const folder of left)
      if (!arrows.some(([from, to]) => from === folder && to !== folder && left.has(to))) left.delete(folder);
  }
  return [...left].sort();
}

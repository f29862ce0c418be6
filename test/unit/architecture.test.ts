import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { redrawn, withoutDetours, type Arrow } from '../../scripts/lib/architecture.ts';
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

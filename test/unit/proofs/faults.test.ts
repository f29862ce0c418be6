import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { finders, idOf, plantedFaults, testsOf, whyNot, type PlantedFault } from '../../proofs/faults/faults.ts';
import { loadedFrom } from '../../proofs/faults/loaded.ts';
import { sectionOf } from '../../proofs/faults/print.ts';
import { projectRoot } from '../../support/project.ts';

function fault(id: string): PlantedFault {
  const found = plantedFaults.find((one) => idOf(one) === id);
  if (found === undefined) throw new Error(`no fault is called ${id}`);
  return found;
}

const row = (name: string, section: string): string | undefined =>
  section.split('\n').find((line) => line.startsWith(`| \`${name}\``));

describe('where a fault can be looked for', () => {
  it('is one name of one proof, and tests that are there', () => {
    expect(new Set(plantedFaults.map(idOf)).size).toBe(plantedFaults.length);
    const untested = plantedFaults.filter(({ change }) => change !== null && testsOf(change).length === 0);
    expect(untested).toEqual([]);
  });

  it('is no proof that never loads the module', () => {
    const [placing, payments] = [fault('chaos: reuse-an-id'), fault('chaos: give-back-more-than-paid')];
    expect(finders.map((by) => whyNot(placing, by))).toEqual(['needs a bundle', null, null, null, null]);
    expect([whyNot(payments, 'states'), whyNot(payments, 'mutations')]).toEqual(['does not run it', 'does not run it']);
    expect(whyNot(fault('states: not-found-is-refused'), 'mutations')).toBeNull();
  });

  it('is its own proof alone where more than a text is replaced', () => {
    const skip = fault('mutations: skip-digest');
    expect(finders.filter((by) => whyNot(skip, by) === null)).toEqual(['mutations']);
  });
});

it('follows what a file imports, and what that imports, but no types', () => {
  const loaded = loadedFrom(['test/unit/proofs/faults.test.ts']);
  expect(loaded).toContain('test/proofs/states/plants.ts');
  expect(loaded).not.toContain('test/proofs/states/spaces.ts');
});

describe('the table', () => {
  it('says what was found, what was not, and what nobody tried', () => {
    const section = sectionOf(({ name }, by) => (name !== 'reuse-an-id' || by === 'matrix' ? null : by === 'states'));
    expect(row('reuse-an-id', section)).toContain('| needs a bundle | not found | not found | found | not found |');
    expect(row('always-wanted', section)).toContain('| needs a bundle | — | — | — | — |');
  });

  it('has a row for each fault in docs/proofs.md', () => {
    const page = readFileSync(join(projectRoot, 'docs/proofs.md'), 'utf8');
    const section = page.slice(page.indexOf('<!-- proof:faults -->'), page.indexOf('<!-- /proof:faults -->'));
    const named = [...section.matchAll(/^\| `(\S+)` \| ([a-z ]+) \|/gm)].map(
      ([, name = '', home = '']) => `${home}: ${name}`,
    );
    expect(named).toEqual(plantedFaults.map(idOf));
    expect(section).toContain(`\n${String(named.length)} faults, `);
  });

  it('counts a fault that its own test plants each time as found', () => {
    const section = sectionOf(() => null);
    expect(row('void-what-was-handed-over', section)).toContain('| found in `npm test` |');
    expect(row('give-back-without-a-word', section)).not.toContain('found');
    expect(row('skip-digest', section)).toContain('| found in `npm test` |');
  });
});

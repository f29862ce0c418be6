import { describe, expect, it } from 'vitest';
import { parseProfile } from '../../src-main/deployment/profile.ts';
import { coverage, defaults, documentOf, excludes, leastProfiles } from './deployments/documents.ts';
import { fields } from './deployments/fields.ts';
import { coverPairs } from './deployments/pairwise.ts';
import { faultsOf, tablesOf } from './deployments/print.ts';
import { prove } from './deployments/prove.ts';

describe('a covering set', () => {
  it('holds every possible pair of values, and none that is excluded', () => {
    const dimensions = [
      { field: 'a', values: ['1', '2', '3'] },
      { field: 'b', values: ['1', '2'] },
      { field: 'c', values: ['1', '2', '3', '4'] },
    ];
    const never = (field: string, value: string, other: string, otherValue: string): boolean =>
      field === 'a' && value === '3' && other === 'c' && otherValue === '4';
    const { rows, once, pairs, excluded } = coverPairs(dimensions, never, 0);
    const held = (list: readonly (readonly number[])[]): Set<string> =>
      new Set(list.flatMap(([a = 0, b = 0, c = 0]) => [`a${a}b${b}`, `a${a}c${c}`, `b${b}c${c}`]));
    expect([pairs, excluded, held(rows.slice(0, once)).size]).toEqual([3 * 2 + 3 * 4 + 2 * 4 - 1, 1, pairs]);
    expect(held(rows).has('a2c3')).toBe(false);
    expect(held(rows.slice(0, once - 1)).size).toBeLessThan(pairs);
  });

  it('is made of every field of the profile, and the same each time', () => {
    const { rows, excluded } = coverage();
    expect(rows.length).toBeGreaterThanOrEqual(leastProfiles);
    expect(excluded).toBeLessThan(30);
    expect(coverage().rows).toEqual(rows);
    const known = parseProfile(JSON.stringify(documentOf(defaults)));
    expect(
      leavesOf(known.ok ? known.value : {}).filter(
        (path) => !fields.some((field) => path === field.path || path.startsWith(`${field.path}.`)),
      ),
    ).toEqual(['version', 'name']);
    expect(excludes('request.parameters', 'with tag', 'request.tag', 'none')).toBe(true);
  });
});

describe('a counter and a service with the same file', () => {
  it('live together under every profile of the set; with one field apart they do not, and each field is missed', async () => {
    const proof = await prove({ full: false, broken: null });
    expect(faultsOf(proof)).toBe('');
    expect(proof.holds).toBe(true);
    expect(proof.findings.filter(({ task, finding }) => task.mismatch === null && finding === null).length).toBe(
      proof.coverage.rows.length,
    );
    expect(tablesOf(proof, 'text')).toMatch(/^\d+ fields with \d+ values: [\d,]+ of [\d,]+ possible pairs/);
  });

  it.each([
    'request.serviceDate',
    'request.seenAs.pathPrefix',
    'answer.encoding',
    'enrolment.proof',
    'bodies.cursor',
    'retryAfterUnit',
  ])('fail the proof where no counter knows %s', async (broken) => {
    const proof = await prove({ full: false, broken });
    expect(proof.holds).toBe(false);
    expect(faultsOf(proof)).toMatch(/^FAILED at /);
  });
});

function leavesOf(value: object, prefix = ''): string[] {
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    const path = `${prefix}${name}`;
    return typeof inner === 'object' && inner !== null && !Array.isArray(inner) && Object.keys(inner).length > 0
      ? leavesOf(inner, `${path}.`)
      : [path];
  });
}

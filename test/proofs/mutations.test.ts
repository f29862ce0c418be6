import { describe, expect, test } from 'vitest';
import { faultsOf, tablesOf } from './mutations/print.ts';
import { proveProperties } from './mutations/properties/run.ts';
import { prove } from './mutations/prove.ts';
import { proveMutations, type Run } from './mutations/run.ts';
import { families } from './mutations/samples.ts';
import { laws, type Law } from './mutations/seam.ts';

test('no changed answer is accepted unless its meaning is untouched, and no input crashes or hangs a reader', async () => {
  const proof = await prove({ seed: 1, full: false, broken: null });
  expect(faultsOf(proof)).toBe('');
  expect(proof.holds).toBe(true);
  expect(proof.run.samples.length).toBeGreaterThan(60);
  expect(new Set(proof.run.samples.map(({ family }) => family))).toEqual(new Set(families));
  expect(proof.run.tally.total.tried).toBeGreaterThan(50_000);
  expect(tablesOf(proof, 'markdown')).toContain('0 wrongly accepted');
});

/** A few kinds are enough for a broken law to show. */
const few = [
  'order completed',
  'order accepted',
  '409 price_changed',
  'getPartnerOrder 404 resource_not_found',
  'wallets',
];

async function runWith(broken: Law | null): Promise<Run> {
  return proveMutations({
    seed: 1,
    full: false,
    broken,
    kinds: ({ kind }) => few.includes(kind),
    endsAtFirst: broken !== null,
  });
}

describe('a law broken on purpose makes the proof fail', () => {
  test('and the same few kinds hold while none is', async () => {
    const { tally, samples } = await runWith(null);
    expect(samples.map(({ kind }) => kind).toSorted()).toEqual(few.toSorted());
    expect(tally.wrong).toEqual([]);
  });

  test.each(laws.filter((law) => law !== 'last-duplicate-wins'))('%s', async (law) => {
    const { tally } = await runWith(law);
    expect(tally.wrongCount).toBeGreaterThan(0);
  });

  test('last-duplicate-wins', async () => {
    const claims = await proveProperties({
      seed: 1,
      times: 1,
      broken: 'last-duplicate-wins',
      only: 'structured fields',
    });
    expect(claims.length).toBeGreaterThan(3);
    expect(claims.filter(({ failure }) => failure !== null).map(({ claim }) => claim)).toEqual([
      'a key or parameter given twice is refused, wherever it stands',
    ]);
  });
});

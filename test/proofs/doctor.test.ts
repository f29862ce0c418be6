import { describe, expect, it } from 'vitest';
import { makeTempFolder } from '../support/temp.ts';
import { drawsOf } from './chaos/random.ts';
import { cases } from './doctor/cases.ts';
import { pairedCases, singleCases } from './doctor/drawn.ts';
import { drawnMisses, holds, holdsDrawn, prove, proveCases, proveDrawn, tableOf, type Proof } from './doctor/prove.ts';
import { runCase } from './doctor/run-case.ts';
import { leftOver } from './doctor/strangers.ts';

describe('the diagnostics', () => {
  it('names the right cause of what is seeded, cures what a profile can cure, and sends nothing with an effect', async () => {
    const { results } = await prove();
    const off = results.filter(
      ({ isNamed, isCured, sideEffects, weakens }) =>
        !isNamed || isCured === false || sideEffects.length > 0 || weakens.length > 0,
    );
    expect(tableOf(off, 'text').split('\n').slice(2)).toEqual([]);
    expect(holds(results)).toBe(true);
    expect(results.every(({ examination }) => examination.calls <= 40)).toBe(true);
    // A second between calls is waited for on the proof's own clock.
    expect(results.every(({ examination, virtualSeconds }) => virtualSeconds >= examination.calls - 1)).toBe(true);
  });

  it('names no change where nobody can tell from here what is wrong', async () => {
    const results = await proveCases(leftOver);
    expect(results.map(({ isNamed, examination: { cause, changes } }) => [isNamed, cause, changes])).toEqual([
      [false, 'key_not_accepted', []],
      [false, 'body_changed', []],
      [false, 'form_unknown', []],
      [false, 'form_unknown', []],
      [false, 'address_unknown', []],
    ]);
    expect(results.flatMap(({ sideEffects }) => sideEffects)).toEqual([]);
  });

  it('fails where another cause is named, a change does not cure, or something was sold', () => {
    const right: Proof['results'] = cases.map(({ name }) => ({
      name,
      isSeeded: true,
      isNamed: true,
      isCured: true,
      sideEffects: [],
      weakens: [],
      virtualSeconds: 0,
      examination: { cause: 'profile', changes: [], fields: [], evidence: [], calls: 0, clockOffsetMs: null },
    }));
    const changed = (part: Partial<Proof['results'][number]>, count = 1): Proof['results'] =>
      right.map((result, index) => (index < count ? { ...result, ...part } : result));
    expect(holds(right)).toBe(true);
    expect(holds(changed({ isNamed: false }))).toBe(true);
    expect(holds(changed({ isNamed: false }, Math.floor(cases.length / 30) + 1))).toBe(false);
    expect(holds(changed({ isCured: false }))).toBe(false);
    expect(holds(changed({ sideEffects: ['POST /v1/wallets/w/orders'] }))).toBe(false);
    expect(holds(changed({ weakens: ['orderMutation binding nonce'] }))).toBe(false);
    expect(holds(right.slice(0, 29))).toBe(false);
  });

  it('names mistakes that are drawn from the schema, one or two at a time, before an enrolment and after it', async () => {
    const draws = drawsOf(1, 'doctor');
    const below = (limit: number): number => draws.below(limit);
    const singles = singleCases();
    const drawn = [
      ...Array.from({ length: 12 }, () => singles[below(singles.length)]),
      ...pairedCases(4, below),
    ].filter((each) => each !== undefined);
    const results = await proveDrawn(drawn);
    expect(results.filter(({ isFelt }) => isFelt).length).toBeGreaterThan(4);
    expect(holdsDrawn(results), drawnMisses(results, 'text')).toBe(true);
  });

  it('fails where too few drawn mistakes are named, or one change asks less of answers to orders', () => {
    const named = { name: '', isFelt: true, isNamed: true, named: [], weakens: [], sideEffects: [], calls: 0 };
    const ten = Array.from({ length: 10 }, () => named);
    const withFirst = (part: Partial<typeof named>) =>
      ten.map((each, index) => (index === 0 ? { ...each, ...part } : each));
    expect(holdsDrawn(withFirst({ isNamed: false }))).toBe(true);
    expect(holdsDrawn([...withFirst({ isNamed: false }), { ...named, isNamed: false }])).toBe(false);
    expect(holdsDrawn(withFirst({ isFelt: false }))).toBe(true);
    expect(holdsDrawn(ten.map((each) => ({ ...each, isFelt: false })))).toBe(false);
    for (const part of ['weakens', 'sideEffects'] as const)
      expect(holdsDrawn(withFirst({ [part]: ['nonce'] }))).toBe(false);
  });

  it('sees a counter that has nothing wrong where a fault was expected', async () => {
    const folder = makeTempFolder();
    const result = await runCase(folder.path, {
      name: 'nothing, called a wrong label',
      names: 'profile',
      field: 'request.label',
    });
    folder.remove();
    expect([result.isNamed, result.examination.cause]).toEqual([false, 'none']);
  });
});

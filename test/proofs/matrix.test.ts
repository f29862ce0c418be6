import { afterAll, describe, expect, it } from 'vitest';
import { refusalFaults } from '../../src-sandbox/control/faults/refusals.ts';
import { buildLostWrites, canLoseWrites, type LostWrites } from '../support/lost-writes.ts';
import { buildBroken, matrixBreaks, powerBreak, type BrokenBuild, type MatrixBreak } from './breaks/build.ts';
import { coveringCells, fixedSeed, namedCells, steps } from './matrix/cells.ts';
import { faultNameOf, faultRows } from './matrix/faults.ts';
import { holds, runMatrix, shopsAtOnce } from './matrix/run-matrix.ts';
import { complaints, coverage } from './matrix/tables.ts';
import type { Violation } from './matrix/verdict.ts';

describe('the fixed part', () => {
  it('meets every step, every fault that is no mere refusal, and some refusals', () => {
    const cells = coveringCells(1);
    const names = [...new Set(faultRows.map(faultNameOf))];
    const left = names.filter((name) => !cells.some(({ fault }) => faultNameOf(fault) === name));
    expect(new Set(cells.map(({ step }) => step))).toEqual(new Set(steps));
    expect(cells.length).toBe(names.length - left.length);
    expect(left.filter((name) => !refusalFaults.some((refusal) => refusal.name === name))).toEqual([]);
    expect(refusalFaults.length - left.length).toBeGreaterThan(10);
  });

  it('is the same for the same seed', () => {
    expect(coveringCells(7)).toEqual(coveringCells(7));
    expect(coveringCells(7)).not.toEqual(coveringCells(8));
  });
});

it('holds every bar at every step and under every fault', async () => {
  const result = await runMatrix(coveringCells(fixedSeed), { shops: shopsAtOnce });
  console.log(coverage(result, `Fixed part, seed ${fixedSeed}`));
  expect(complaints(result, null)).toEqual([]);
  expect(holds(result)).toBe(true);
});

describe('a counter that breaks a law on purpose', () => {
  /** Where each break shows at the first kill, and which bar it violates there. */
  const shownAt: Readonly<Record<MatrixBreak, { readonly cell: string; readonly bar: Violation['bar'] }>> = {
    'send-before-intent': { cell: 'request-written:none', bar: 'lost order' },
    'drop-seal': { cell: 'verdict-recorded:none', bar: 'lost codes' },
    'reuse-id': { cell: 'attempt-recorded:none', bar: 'end' },
    'synchronous-normal': { cell: 'request-written:none', bar: 'lost order' },
  };
  const lostWrites = canLoseWrites ? buildLostWrites() : null;
  const powerFor = (name: MatrixBreak): { readonly lostWrites?: LostWrites } =>
    name === powerBreak && lostWrites !== null ? { lostWrites } : {};
  const builds: BrokenBuild[] = [];
  afterAll(() => [...builds, lostWrites].forEach((built) => built?.remove()));

  it.for(matrixBreaks)('fails the proof: %s', async (name, { skip }) => {
    skip(name === powerBreak && lostWrites === null, 'power can be cut only on Linux, with a C compiler');
    const build = await buildBroken(name);
    builds.push(build);
    const result = await runMatrix(namedCells(shownAt[name].cell), {
      shops: 1,
      bundle: build.bundle,
      ...powerFor(name),
    });
    expect(holds(result)).toBe(false);
    expect(result.cells.flatMap(({ verdict }) => verdict.violations.map(({ bar }) => bar))).toContain(
      shownAt[name].bar,
    );
  });

  it('is found out by the break alone: the product holds in the same cells', async () => {
    const cells = [...new Set(Object.values(shownAt).map(({ cell }) => cell))].flatMap(namedCells);
    // Where the power is cut as well, each is killed as it is without.
    const result = await runMatrix(cells, { shops: 1, ...powerFor(powerBreak) });
    expect(result.cells.map(({ run, verdict }) => [run.reached, verdict.violations])).toEqual(
      cells.map(() => [true, []]),
    );
    expect(holds(result)).toBe(true);
  });
});

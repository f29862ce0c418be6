import { parseArgs } from 'node:util';
import { buildLostWrites, canLoseWrites } from '../../support/lost-writes.ts';
import { buildBroken, isBreak, matrixBreaks, powerBreak } from '../breaks/build.ts';
import { writeSection } from '../report.ts';
import { allCells, coveringCells, fixedSeed, namedCells } from './cells.ts';
import type { Cell } from './cells.ts';
import { holds, runMatrix, shopsAtOnce } from './run-matrix.ts';
import { complaints, report } from './tables.ts';

const usage = `proof:matrix [--full | --only STEP:FAULT] [--seed S] [--shops N] [--power-cut] [--break ${matrixBreaks.join('|')}] [--write]\n`;

/** Kills a purchase at every step under every fault. Exit 0: every bar holds; 1: one does not; 2: bad arguments. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      full: { type: 'boolean' }, only: { type: 'string' }, seed: { type: 'string' }, shops: { type: 'string' }, break: { type: 'string' }, 'power-cut': { type: 'boolean' }, write: { type: 'boolean' }, help: { type: 'boolean' },
    },
  });
  const seed = Number(values.seed ?? fixedSeed);
  const shops = Number(values.shops ?? shopsAtOnce);
  const cells = cellsOf(values, seed);
  const broken = values.break ?? null;
  if (values.help === true || cells.length === 0 || !Number.isSafeInteger(seed) || !Number.isInteger(shops) || shops < 1 || (broken !== null && !isBreak(broken))) {
    process.stderr.write(`Usage: ${usage}`);
    return 2;
  }
  const cutsPower = values['power-cut'] === true || broken === powerBreak;
  if (cutsPower && !canLoseWrites) {
    process.stderr.write('Skipped: power can be cut only on Linux, with a C compiler.\n');
    return 0;
  }
  const build = broken === null ? null : await buildBroken(broken);
  const lostWrites = cutsPower ? buildLostWrites() : null;
  try {
    const progress = progressOf(cells.length);
    const result = await runMatrix(cells, { shops, onCell: progress, ...(build === null ? {} : { bundle: build.bundle }), ...(lostWrites === null ? {} : { lostWrites }) });
    const scope = values.full === true ? 'All cells' : values.only === undefined ? `Fixed part, seed ${seed}` : `Only ${values.only}`;
    const { text, markdown } = report(result, scope);
    const wrong = complaints(result, broken);
    process.stdout.write(`${[text, ...wrong].join('\n\n')}\n`);
    if (values.write === true) writeSection('matrix', `## A kill at every step, under every fault\n\n\`npm run -s proof:matrix${values.full === true ? ' -- --full' : ''}\`\n\n${markdown}`);
    return holds(result) ? 0 : 1;
  } finally {
    build?.remove();
    lostWrites?.remove();
  }
}

function cellsOf({ full, only }: { readonly full?: boolean | undefined; readonly only?: string | undefined }, seed: number): readonly Cell[] {
  if (only !== undefined) return namedCells(only);
  return full === true ? allCells() : coveringCells(seed);
}

/** A line now and then, for whoever watches a long run. */
function progressOf(total: number): (name: string) => void {
  let done = 0;
  return (name) => {
    done += 1;
    if (process.stderr.isTTY || done % 50 === 0) process.stderr.write(`${done}/${total} ${name}\n`);
  };
}

process.exitCode = await main();

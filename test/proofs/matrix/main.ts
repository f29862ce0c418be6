import { z } from 'zod';
import { buildLostWrites, canLoseWrites } from '../../support/lost-writes.ts';
import { buildBroken, matrixBreaks, powerBreak } from '../breaks/build.ts';
import { readOptions, wholeNumber } from '../options.ts';
import { writeSection } from '../report.ts';
import { allCells, coveringCells, fixedSeed, namedCells } from './cells.ts';
import { holds, runMatrix, shopsAtOnce } from './run-matrix.ts';
import { complaints, report } from './tables.ts';

const usage = `usage: proof:matrix ${[
  '[--full | --only STEP:FAULT] [--seed S] [--shops N] [--power-cut]',
  `[--break ${matrixBreaks.join('|')}] [--write]`,
].join(' ')}`;

const options = z.object({
  full: z.boolean(),
  only: z
    .string()
    .refine((name) => namedCells(name).length > 0)
    .optional(),
  write: z.boolean(),
  'power-cut': z.boolean(),
  seed: wholeNumber.default(fixedSeed),
  shops: wholeNumber.refine((shops) => shops > 0).default(shopsAtOnce),
  break: z.enum(matrixBreaks).optional(),
});
type Options = z.infer<typeof options>;

/** Kills a purchase at every step under every fault. Exit 0: every bar holds; 1: one does not; 2: bad arguments. */
async function main(): Promise<void> {
  const given = readOptions(usage, options, {
    full: { type: 'boolean', default: false },
    only: { type: 'string' },
    seed: { type: 'string' },
    shops: { type: 'string' },
    break: { type: 'string' },
    'power-cut': { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  });
  if (given !== null) process.exitCode = await prove(given);
}

async function prove({
  full,
  only,
  seed,
  shops,
  write,
  break: broken,
  'power-cut': powerCut,
}: Options): Promise<number> {
  const cells = only === undefined ? (full ? allCells() : coveringCells(seed)) : namedCells(only);
  const cutsPower = powerCut || broken === powerBreak;
  if (cutsPower && !canLoseWrites) {
    process.stderr.write('Skipped: power can be cut only on Linux, with a C compiler.\n');
    return 0;
  }
  const build = broken === undefined ? null : await buildBroken(broken);
  const lostWrites = cutsPower ? buildLostWrites() : null;
  try {
    const progress = progressOf(cells.length);
    const result = await runMatrix(cells, {
      shops,
      onCell: progress,
      ...(build === null ? {} : { bundle: build.bundle }),
      ...(lostWrites === null ? {} : { lostWrites }),
    });
    const scope = full ? 'All cells' : only === undefined ? `Fixed part, seed ${seed}` : `Only ${only}`;
    const { text, markdown } = report(result, scope);
    const wrong = complaints(result, broken ?? null);
    process.stdout.write(`${[text, ...wrong].join('\n\n')}\n`);
    if (write)
      writeSection(
        'matrix',
        `## A kill at every step, under every fault\n\n` +
          `\`npm run -s proof:matrix${full ? ' -- --full' : ''}\`\n\n${markdown}`,
      );
    return holds(result) ? 0 : 1;
  } finally {
    build?.remove();
    lostWrites?.remove();
  }
}

/** A line now and then, for whoever watches a long run. */
function progressOf(total: number): (name: string) => void {
  let done = 0;
  return (name) => {
    done += 1;
    if (process.stderr.isTTY || done % 50 === 0) process.stderr.write(`${done}/${total} ${name}\n`);
  };
}

await main();

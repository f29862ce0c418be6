import { mkdirSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { rolldown, type Plugin } from 'rolldown';
import { projectRoot } from '../../support/project.ts';

/** Which module each break stands in for. A break may import the honest module it replaces. */
const replaced = {
  'send-before-intent': 'src-main/orders/records/order-records.ts',
  'drop-seal': 'src-main/exchange/exchange-kept.ts',
  'reuse-id': 'src-main/partner-api/request.ts',
  'synchronous-normal': 'src-main/sqlite/open-sequence.ts',
} as const;

export type MatrixBreak = keyof typeof replaced;

export const matrixBreaks: readonly MatrixBreak[] = [
  'send-before-intent',
  'drop-seal',
  'reuse-id',
  'synchronous-normal',
];

/** The law that only a power cut shows to be broken: a process that is killed leaves its writes to the system. */
export const powerBreak: MatrixBreak = 'synchronous-normal';

export interface BrokenBuild {
  readonly bundle: string;
  remove(): void;
}

/** Builds a counter that breaks one law on purpose. The product has no switch for it: the bundle is the proof's own. */
export async function buildBroken(name: MatrixBreak): Promise<BrokenBuild> {
  // Below the project, where the packages that stay outside the bundle are found.
  const folder = join(projectRoot, 'out', `.broken-${name}-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  const bundler = await rolldown({
    cwd: projectRoot,
    input: join(projectRoot, 'src-main/hosts/cli/main.ts'),
    tsconfig: join(projectRoot, 'tsconfig.json'),
    platform: 'node',
    external: ['better-sqlite3', 'fastify'],
    plugins: [standIn(name)],
  });
  const bundle = join(folder, 'counter.mjs');
  await bundler.write({ format: 'esm', codeSplitting: false, comments: false, file: bundle });
  await bundler.close();
  return { bundle, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function standIn(name: MatrixBreak): Plugin {
  const honest = join(projectRoot, replaced[name]);
  const broken = join(import.meta.dirname, `${name}.ts`);
  return {
    name: 'break-a-law',
    resolveId: (source, importer) => {
      if (importer === undefined || importer === broken || basename(source) !== basename(honest)) return null;
      return resolve(importer, '..', source) === honest ? broken : null;
    },
  };
}

import { mkdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { rolldown, type InputOptions, type OutputOptions } from 'rolldown';
import { bundledPackages } from './bundled-packages.ts';
import { withoutNeverRun } from './never-run.ts';
import { target } from './target.ts';

const root = join(import.meta.dirname, '../..');

interface Bundle {
  readonly entry: string;
  readonly file: string;
  readonly kind: 'node' | 'browser';
}

const bundles: readonly Bundle[] = [
  { entry: 'src-main/hosts/cli/main.ts', file: 'counter.mjs', kind: 'node' },
  { entry: 'src-sandbox/main.ts', file: 'sandbox.mjs', kind: 'node' },
  { entry: 'src-main/hosts/browser/main.ts', file: 'browser-host.mjs', kind: 'node' },
  { entry: 'src-main/hosts/browser/channel.ts', file: 'channel.js', kind: 'browser' },
];

/** better-sqlite3 finds its binary beside itself; fastify loads some of its parts by name at run time. */
const external = ['better-sqlite3', 'fastify'];

/** One file for each entry, put in place by a rename: a command that is starting never reads half a bundle. */
async function writeBundle(bundle: Bundle, scratch: string): Promise<void> {
  const bundler = await rolldown(inputOptions(bundle));
  const draft = join(scratch, bundle.file);
  await bundler.write({ ...outputOptions(bundle), file: draft });
  await bundler.close();
  await rename(draft, join(root, target.folder, bundle.file));
}

function inputOptions(bundle: Bundle): InputOptions {
  const common = {
    cwd: root,
    input: join(root, bundle.entry),
    tsconfig: join(root, 'tsconfig.json'),
    transform: { define: { ...target.define } },
    plugins: [
      // The practice service says by such a schema what each of its faults takes.
      ...(bundle.file === 'sandbox.mjs' ? [] : [withoutNeverRun()]),
      bundledPackages(join(root, target.folder), basename(bundle.file).replace(/\..*$/, '')),
    ],
  };
  return bundle.kind === 'browser' ? { ...common, platform: 'browser' } : { ...common, platform: 'node', external };
}

function outputOptions(bundle: Bundle): OutputOptions {
  return {
    format: bundle.kind === 'browser' ? 'iife' : 'esm',
    codeSplitting: false,
    comments: false,
    minify: target.minify,
  };
}

const scratch = join(root, target.folder, `.scratch-${process.pid}`);
await mkdir(scratch, { recursive: true });
try {
  for (const bundle of bundles) await writeBundle(bundle, scratch);
} finally {
  await rm(scratch, { recursive: true, force: true });
}

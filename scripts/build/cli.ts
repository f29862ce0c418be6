import { mkdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { rolldown } from 'rolldown';
import type { InputOptions, OutputOptions } from 'rolldown';

const root = join(import.meta.dirname, '../..');

interface Bundle {
  readonly entry: string;
  readonly file: string;
  readonly kind: 'node' | 'browser';
}

const bundles: readonly Bundle[] = [
  { entry: 'src-main/hosts/cli/main.ts', file: 'out/counter.mjs', kind: 'node' },
  { entry: 'src-sandbox/main.ts', file: 'out/sandbox.mjs', kind: 'node' },
  { entry: 'src-main/hosts/browser/main.ts', file: 'out/browser-host.mjs', kind: 'node' },
  { entry: 'src-main/hosts/browser/channel.ts', file: 'out/channel.js', kind: 'browser' },
];

/** better-sqlite3 finds its binary beside itself; fastify loads some of its parts by name at run time. */
const external = ['better-sqlite3', 'fastify'];

/** One file for each entry, put in place by a rename: a command that is starting never reads half a bundle. */
async function writeBundle(bundle: Bundle, scratch: string): Promise<void> {
  const bundler = await rolldown(inputOptions(bundle));
  const draft = join(scratch, basename(bundle.file));
  await bundler.write({ ...outputOptions(bundle), file: draft });
  await bundler.close();
  await rename(draft, join(root, bundle.file));
}

function inputOptions(bundle: Bundle): InputOptions {
  const common = { cwd: root, input: join(root, bundle.entry), tsconfig: join(root, 'tsconfig.json') };
  return bundle.kind === 'browser' ? { ...common, platform: 'browser' } : { ...common, platform: 'node', external };
}

function outputOptions(bundle: Bundle): OutputOptions {
  return { format: bundle.kind === 'browser' ? 'iife' : 'esm', codeSplitting: false, comments: false };
}

const scratch = join(root, 'out', `.scratch-${process.pid}`);
await mkdir(scratch, { recursive: true });
try {
  for (const bundle of bundles) await writeBundle(bundle, scratch);
} finally {
  await rm(scratch, { recursive: true, force: true });
}

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runToEnd } from './child.mjs';
import { installHash } from './install.mjs';
import { Refusal, say } from './say.mjs';

/**
 * The parts that can be built alone, so that a command waits only for what it needs. `sources` are files or folders;
 * `makes` must all exist for the part to count as built.
 * `settings` of the environment are built in, as they are or as the file that they name.
 */
const parts = {
  cli: {
    script: 'scripts/build/cli.ts',
    sources: ['src-main', 'src-sandbox', 'src-shared', 'scripts/build', 'tsconfig.json'],
    makes: ['out/counter.mjs', 'out/sandbox.mjs', 'out/browser-host.mjs', 'out/channel.js'],
  },
  app: {
    script: 'scripts/build/app.ts',
    sources: [
      'src-main',
      'src-preload',
      'src-shared',
      'src-renderer',
      'electron.vite.config.ts',
      'scripts/build',
      'tsconfig.json',
    ],
    makes: ['out/main/main.js', 'out/preload/preload.cjs', 'out/renderer/index.html'],
  },
  packaged: {
    script: 'scripts/build/packaged.ts',
    sources: [
      'src-main',
      'src-preload',
      'src-shared',
      'src-renderer',
      'src-sandbox',
      'electron.vite.config.ts',
      'scripts/build',
      'tsconfig.json',
    ],
    makes: [
      'out/packaged/main/main.js',
      'out/packaged/preload/preload.cjs',
      'out/packaged/renderer/index.html',
      'out/packaged/sandbox.mjs',
      'out/packaged/packages/main.json',
    ],
    settings: ['COUNTERFOIL_UPDATE_FEED', 'COUNTERFOIL_UPDATE_ROOT'],
  },
};

/** Builds the named parts whose sources changed since they were built. */
export async function build(root, node, names) {
  for (const name of names) await buildPart(root, node, name);
}

async function buildPart(root, node, name) {
  const part = parts[name];
  const stamp = join(root, 'out', '.stamps', name);
  const hash = sourceHash(root, part.sources, part.settings ?? []);
  if (readIfThere(stamp) === hash && part.makes.every((file) => existsSync(join(root, file)))) return;
  rmSync(stamp, { force: true });
  say(`Building (${name})...`);
  const ended = await runToEnd(node, [join(root, part.script)], { cwd: root, stdio: ['ignore', 2, 2] });
  if (ended.exitCode !== 0)
    throw new Refusal(`The build of ${name} failed; its message is above.`, ended.signal === null ? 1 : ended.exitCode);
  const absent = part.makes.filter((file) => !existsSync(join(root, file)));
  if (absent.length > 0) throw new Refusal(`The build of ${name} did not make ${absent.join(', ')}.`);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
}

/** Names and bytes of everything under the given files and folders, and the packages they are built with. */
function sourceHash(root, sources, settings) {
  const hash = createHash('sha256').update(installHash(root));
  for (const file of sources.flatMap((source) => filesUnder(root, source))) {
    hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  }
  for (const name of settings) {
    const setting = process.env[name] ?? '';
    hash.update(`\0${name}\0`).update(existsSync(setting) ? readFileSync(setting) : setting);
  }
  return hash.digest('hex');
}

function filesUnder(root, source) {
  const path = join(root, source);
  if (!existsSync(path)) return [];
  const entries = safeReaddir(path);
  if (entries === undefined) return [source];
  return entries.flatMap((entry) => filesUnder(root, `${source}/${entry}`));
}

function safeReaddir(path) {
  try {
    return readdirSync(path).sort();
  } catch (error) {
    if (error.code === 'ENOTDIR') return undefined;
    throw error;
  }
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

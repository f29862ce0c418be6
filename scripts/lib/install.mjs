import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runToEnd } from './child.mjs';
import { isRecentEnough, packageName } from './node-binary.mjs';
import { Refusal, say } from './say.mjs';

/**
 * Settings of the caller's npm that would leave packages out, send them elsewhere or only pretend. All others
 * (registry, proxy, certificates, cache) are the caller's to choose and are kept.
 */
const harmfulSettings = new Set([
  'also',
  'before',
  'cpu',
  'dev',
  'dry_run',
  'engine_strict',
  'global',
  'global_style',
  'ignore_scripts',
  'include',
  'include_workspace_root',
  'install_links',
  'install_strategy',
  'json',
  'legacy_bundling',
  'legacy_peer_deps',
  'libc',
  'local_prefix',
  'location',
  'omit',
  'only',
  'optional',
  'os',
  'package_lock',
  'package_lock_only',
  'prefix',
  'production',
  'strict_peer_deps',
  'workspace',
  'workspaces',
]);

/**
 * Identifies the packages that must be in node_modules: the lock file, the settings beside it and the machine's kind.
 */
export function installHash(root) {
  const hash = createHash('sha256');
  hash.update(readFileSync(join(root, 'package-lock.json')));
  for (const part of [readIfThere(join(root, '.npmrc')), process.platform, process.arch])
    hash.update('\0').update(part);
  return hash.digest('hex');
}

const stampFile = (root) => join(root, 'node_modules', '.counterfoil-install');

export function isInstalled(root) {
  return readIfThere(stampFile(root)) === installHash(root);
}

/** Declares the packages in node_modules to be those of the lock file. */
export function stampInstall(root, hash = installHash(root)) {
  mkdirSync(dirname(stampFile(root)), { recursive: true });
  writeFileSync(stampFile(root), hash);
}

const settings = [
  '--include=dev',
  '--include=optional',
  '--ignore-scripts',
  '--no-engine-strict',
  '--no-audit',
  '--no-fund',
  '--no-update-notifier',
  '--loglevel=error',
];

/** Makes node_modules what the lock file says, unless it is stamped with it already. */
export async function install(root, ownVersion = process.versions.node) {
  if (isInstalled(root)) return;
  refuseLink(join(root, 'node_modules'));
  const hash = installHash(root);
  rmSync(stampFile(root), { force: true });
  say('Installing the packages of package-lock.json (once; a minute or two)...');
  const engine = engineToJudgeBy(root, ownVersion);
  const ended = await runToEnd(process.execPath, [...engine.args, npmScript(), 'ci', ...settings], {
    cwd: root,
    env: { ...installEnvironment(process.env), ...engine.env },
    stdio: ['ignore', 2, 2],
  });
  if (ended.exitCode !== 0) {
    const sentence =
      `npm ci failed (exit ${ended.exitCode}): nothing was run. ` +
      'Its message is above; check the network and the npm registry, then try again.';
    throw new Refusal(sentence, ended.signal === null ? 1 : ended.exitCode);
  }
  stampInstall(root, hash);
}

/** npm ci empties what the link leads to, whose packages another checkout uses. */
function refuseLink(folder) {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return;
  throw new Refusal(
    `${folder} is a link, and its packages are not those of this package-lock.json: nothing was installed. ` +
      'Remove the link; then this checkout gets packages of its own.',
  );
}

/** Where the packages will run on the Node of the lock file and not on this one, npm must choose them for that one. */
function engineToJudgeBy(root, ownVersion) {
  const { packages = {} } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const name = packageName(process.platform, process.arch);
  const packaged = packages[`node_modules/${name}`]?.version;
  if (isRecentEnough(ownVersion) || packaged === undefined) return { args: [], env: {} };
  const preload = fileURLToPath(new URL('judge-engines.cjs', import.meta.url));
  return { args: ['--require', preload], env: { COUNTERFOIL_ENGINE: `v${packaged}` } };
}

/** The caller's environment without the settings that would break an install. */
export function installEnvironment(env) {
  const kept = Object.entries(env).filter(([name]) => !isHarmful(name));
  return Object.fromEntries(kept);
}

function isHarmful(name) {
  const lower = name.toLowerCase();
  if (lower === 'node_env' || lower === 'init_cwd') return true;
  return lower.startsWith('npm_config_') && harmfulSettings.has(lower.slice('npm_config_'.length).replaceAll('-', '_'));
}

/**
 * The npm that is running us, else the one beside this Node, else the one on PATH: its script, to be run by this Node.
 */
function npmScript() {
  const nodeFolder = dirname(process.execPath);
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'npm'))
    .find((file) => existsSync(file));
  const candidates = [
    process.env.npm_execpath,
    join(nodeFolder, '../lib/node_modules/npm/bin/npm-cli.js'),
    join(nodeFolder, 'node_modules/npm/bin/npm-cli.js'),
    onPath === undefined ? undefined : realpathSync(onPath),
    '/usr/share/nodejs/npm/bin/npm-cli.js',
  ];
  const found = candidates.find((file) => file?.endsWith('npm-cli.js') && existsSync(file));
  if (found === undefined) throw new Refusal('npm was not found beside Node or on PATH. Install npm and try again.');
  return found;
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return '';
    throw error;
  }
}

// The one way in to every command: node scripts/run.mjs NAME [ARGUMENTS]. Plain JavaScript without dependencies,
// because it runs before anything is installed, on any Node >= 20. It says what it does on stderr; stdout is the
// command's own.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from './lib/build.mjs';
import { runToEnd, withoutCoreDumps } from './lib/child.mjs';
import { commands } from './lib/commands.mjs';
import { install } from './lib/install.mjs';
import { takeLock } from './lib/lock.mjs';
import { chooseNode } from './lib/node-binary.mjs';
import { cacheFolder, projectRoot } from './lib/paths.mjs';
import { Refusal, say } from './lib/say.mjs';

async function main([name, ...args]) {
  const command = Object.hasOwn(commands, name ?? '') ? commands[name] : undefined;
  if (command === undefined)
    throw new Refusal(`Usage: node scripts/run.mjs ${Object.keys(commands).join('|')} [ARGUMENTS]`, 2);
  if (isAnsweredHere(name, command, args)) return 0;
  const node = await prepare(command);
  if (command.script === undefined) return 0;
  const { exitCode } = await runToEnd(
    ...withoutCoreDumps(node, [join(projectRoot, command.script), ...args]),
    childOptions(),
  );
  return exitCode;
}

/** Whether nothing is left to do: help was asked for, of a script that gives none itself. */
function isAnsweredHere(name, { takes }, args) {
  if (takes === undefined) return false;
  if (args.includes('--help'))
    process.stdout.write(`Usage: npm run -s ${[name, ...(takes === '' ? [] : ['--', takes])].join(' ')}\n`);
  else if (takes === '' && args.length > 0) throw new Refusal(`npm run -s ${name} takes no arguments.`, 2);
  else return false;
  return true;
}

/**
 * Installs and builds under the lock, which is released before the command runs: commands may run for hours, side by
 * side.
 */
async function prepare(command) {
  const release = await takeLock(join(cacheFolder, 'run.lock'));
  try {
    await install(projectRoot);
    const node = chooseNode(projectRoot);
    await build(projectRoot, node, command.build);
    return node;
  } finally {
    release();
  }
}

/** Settings that name files; tools that run in the project's folder must find the same ones. */
const pathSettings = [
  'ACCEPTANCE_DEPLOYMENT',
  'ACCEPTANCE_TOKEN_FILE',
  'COUNTERFOIL_CHROMIUM',
  'COUNTERFOIL_UPDATE_ROOT',
  'ELECTRON_EXEC_PATH',
  'ELECTRON_OVERRIDE_DIST_PATH',
  'SQLITE_NATIVE_BINDING',
];

/**
 * npm moves to the project's folder and leaves the caller's in INIT_CWD: go back there, so that relative paths mean
 * what the caller meant.
 */
function childOptions() {
  const { INIT_CWD: callersFolder, ...env } = process.env;
  const cwd = callersFolder !== undefined && existsSync(callersFolder) ? callersFolder : process.cwd();
  for (const name of pathSettings) {
    const path = resolve(cwd, env[name] ?? '');
    if (env[name] && existsSync(path)) env[name] = path;
  }
  return { cwd, env, stdio: 'inherit' };
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  say(error.message);
  process.exitCode = error.exitCode;
}

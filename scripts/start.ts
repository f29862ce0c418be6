import { join } from 'node:path';
import { runToEnd } from './lib/child.mjs';
import { fetchElectron, findElectron } from './lib/electron.ts';
import { projectRoot } from './lib/tools.ts';
import { whyNoWindow } from './lib/window.ts';

/** How Chromium ends when it cannot start at all: a missing library, or no sandbox that it is allowed to use. */
const crashSignals: readonly string[] = ['SIGTRAP', 'SIGABRT', 'SIGSEGV', 'SIGILL', 'SIGBUS'];
const missingLibraryExitCode = 127;
const startsWithinMs = 10_000;

/** The window in Electron where that is possible, else the training counter in the browser, with the reason said. */
async function start(args: readonly string[]): Promise<number> {
  const obstacle = whyNoWindow({ platform: process.platform, env: process.env, userId: process.getuid?.() });
  if (obstacle !== undefined) return startBrowserHost(obstacle, args);
  const electron = findElectron() ?? (await fetchElectron());
  if (electron === undefined) return startBrowserHost('Electron is not installed and could not be fetched.', args);
  return startElectron(electron, args);
}

async function startElectron(electron: string, args: readonly string[]): Promise<number> {
  const startedAtMs = performance.now();
  const env = { ...process.env };
  delete env['ELECTRON_RUN_AS_NODE'];
  const ended = await runToEnd(electron, [projectRoot, ...args], { env, stdio: 'inherit' });
  const crashed = ended.exitCode === missingLibraryExitCode || (ended.signal !== null && crashSignals.includes(ended.signal));
  if (!crashed || performance.now() - startedAtMs > startsWithinMs) return ended.exitCode;
  return startBrowserHost(`Electron could not start here (${ended.signal ?? `exit ${ended.exitCode}`}).`, args);
}

async function startBrowserHost(reason: string, args: readonly string[]): Promise<number> {
  const host = join(projectRoot, 'out/browser-host.mjs');
  const ended = await runToEnd(process.execPath, [host, '--open-if-display', '--reason', reason, ...args], { stdio: 'inherit' });
  return ended.exitCode;
}

process.exitCode = await start(process.argv.slice(2));

import { runToEnd, withoutCoreDumps } from './child.mjs';
import { whyNoWindow, type Machine } from './window.ts';

export interface Starting {
  readonly machine: Machine;
  /** Finds Electron's executable or fetches it; undefined where there is none. */
  readonly electron: () => Promise<string | undefined>;
  /** The folder that Electron runs, with package.json in it. */
  readonly app: string;
  readonly browserHost: string;
  readonly args: readonly string[];
}

/** How Chromium ends when it cannot start at all: a missing library, or no sandbox that it is allowed to use. */
const crashSignals: readonly string[] = ['SIGTRAP', 'SIGABRT', 'SIGSEGV', 'SIGILL', 'SIGBUS'];
/** A missing library, and the counter's own word that this Electron starts it too late to lock the window down. */
const cannotStartExitCodes: readonly number[] = [127, 3];
const startsWithinMs = 10_000;

/**
 * Runs the window in Electron where that is possible, else the training counter in the browser with the reason said;
 * returns the exit code.
 */
export async function start(starting: Starting): Promise<number> {
  const obstacle = whyNoWindow(starting.machine);
  if (obstacle !== undefined) return startBrowserHost(starting, obstacle);
  const electron = await starting.electron();
  if (electron === undefined) return startBrowserHost(starting, 'Electron is not installed and could not be fetched.');
  return startElectron(starting, electron);
}

async function startElectron(starting: Starting, electron: string): Promise<number> {
  const startedAtMs = performance.now();
  const env = { ...starting.machine.env };
  delete env['ELECTRON_RUN_AS_NODE'];
  const ended = await runToEnd(...withoutCoreDumps(electron, [starting.app, ...starting.args]), {
    env,
    stdio: 'inherit',
  });
  const crashed =
    cannotStartExitCodes.includes(ended.exitCode) || (ended.signal !== null && crashSignals.includes(ended.signal));
  if (!crashed || performance.now() - startedAtMs > startsWithinMs) return ended.exitCode;
  return startBrowserHost(starting, `Electron could not start here (${ended.signal ?? `exit ${ended.exitCode}`}).`);
}

async function startBrowserHost(starting: Starting, reason: string): Promise<number> {
  const args = [starting.browserHost, '--open-if-display', '--reason', reason, ...starting.args];
  const ended = await runToEnd(process.execPath, args, { env: starting.machine.env, stdio: 'inherit' });
  return ended.exitCode;
}

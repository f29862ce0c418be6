import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './tools.ts';

const packageFolder = join(projectRoot, 'node_modules/electron');
const fetchSeconds = 20;

/** Electron's executable, where the environment names one or the package's own download is installed. */
export function findElectron(): string | undefined {
  const { env } = process;
  const installed = installedName();
  const override = env['ELECTRON_OVERRIDE_DIST_PATH'];
  const candidates = [
    override === undefined || override === '' ? undefined : join(override, installed ?? usualName()),
    env['ELECTRON_EXEC_PATH'],
    installed === undefined ? undefined : join(packageFolder, 'dist', installed),
  ];
  return candidates.find((file) => file !== undefined && file !== '' && existsSync(file));
}

/** One attempt to install the pinned Electron, given up after 20 seconds. */
export async function fetchElectron(): Promise<string | undefined> {
  console.error(`Fetching Electron (once, ${fetchSeconds} seconds at most)...`);
  const child = spawn(process.execPath, [join(packageFolder, 'install.js')], { cwd: projectRoot, stdio: 'ignore' });
  const giveUp = setTimeout(() => child.kill('SIGKILL'), fetchSeconds * 1000);
  await new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });
  clearTimeout(giveUp);
  return findElectron();
}

function installedName(): string | undefined {
  const file = join(packageFolder, 'path.txt');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

function usualName(): string {
  if (process.platform === 'win32') return 'electron.exe';
  return process.platform === 'darwin' ? 'Electron.app/Contents/MacOS/Electron' : 'electron';
}

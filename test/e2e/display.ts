import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { within } from '../support/within.ts';

const displayServer = '/usr/bin/Xvfb';

export interface Display {
  readonly name: string;
  close(): Promise<void>;
}

/** Whether windows can be shown here, on a display that is there or on one that nobody sees. */
export function canShowWindows(): boolean {
  return process.platform !== 'linux' || hasDisplay() || canOpenDisplays();
}

/**
 * Whether each counter can have a display of its own: none then takes the focus or the clipboard of another, or of a
 * person.
 */
export function canOpenDisplays(): boolean {
  return process.platform === 'linux' && existsSync(displayServer);
}

/** A display of its own, or null where there is only the one that everybody shares. */
export async function openDisplay(): Promise<Display | null> {
  if (!canOpenDisplays()) return null;
  const server = spawn(displayServer, ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  try {
    return {
      name: `:${await within('The start of the display server', announcedNumber(server))}`,
      close: () => ended(server),
    };
  } catch (error) {
    await ended(server);
    throw error;
  }
}

/** A server that ends without a number would otherwise be waited for in vain. */
function announcedNumber(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    server.stdio[3]?.once('data', (bytes: Buffer) => resolve(bytes.toString().trim()));
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`The display server ended before it was ready (${String(code)})`)));
  });
}

async function ended(server: ChildProcess): Promise<void> {
  if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) return;
  const exit = once(server, 'exit');
  server.kill('SIGKILL');
  await exit;
}

function hasDisplay(): boolean {
  return (process.env['DISPLAY'] ?? '') !== '' || (process.env['WAYLAND_DISPLAY'] ?? '') !== '';
}

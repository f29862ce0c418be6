import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { within } from '../support/within.ts';

const programs = ['/usr/bin/dbus-run-session', '/usr/bin/dbus-send', '/usr/bin/gnome-keyring-daemon'];

/** A bus with a keyring that is open on it, then the address of the bus; until the input ends. */
const script = `
printf counterfoil | gnome-keyring-daemon --foreground --unlock --components=secrets >/dev/null 2>&1 &
keyring=$!
owned() { dbus-send --session --print-reply --dest=org.freedesktop.DBus /org/freedesktop/DBus org.freedesktop.DBus.GetNameOwner string:org.freedesktop.secrets >/dev/null 2>&1; }
until owned; do sleep 0.1; done
echo "$DBUS_SESSION_BUS_ADDRESS"
cat >/dev/null
kill $keyring
`;

export interface KeyringSession {
  /** What a program needs to find the session. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Why there can be no keyring here, or null: such tests are skipped and counted. */
export function whyNoKeyring(): string | null {
  const missing = programs.filter((program) => !existsSync(program));
  return missing.length === 0 ? null : `there is no ${missing.join(', ')}`;
}

/** A session of its own with a GNOME keyring in `home`, as of a person who signed in. `as`: whose it is. */
export async function openKeyringSession(
  home: string,
  as: { readonly uid?: number; readonly gid?: number } = {},
): Promise<KeyringSession> {
  const session = spawn('/usr/bin/dbus-run-session', ['--', '/bin/sh', '-c', script], {
    env: { PATH: process.env['PATH'] ?? '', HOME: home, XDG_RUNTIME_DIR: home, XDG_DATA_HOME: home },
    stdio: ['pipe', 'pipe', 'ignore'],
    ...as,
  });
  const close = async (): Promise<void> => {
    if (session.exitCode !== null || session.signalCode !== null) return;
    const ended = once(session, 'exit');
    session.stdin.end();
    await within('The end of the keyring session', ended);
  };
  try {
    const announced = new Promise<string>((resolve, reject) => {
      createInterface({ input: session.stdout }).once('line', resolve);
      session.once('error', reject);
      session.once('exit', (code) =>
        reject(new Error(`The keyring session ended before it was ready (${String(code)})`)),
      );
    });
    const address = await within('The start of the keyring session', announced);
    return { env: { DBUS_SESSION_BUS_ADDRESS: address, XDG_RUNTIME_DIR: home }, close };
  } catch (error) {
    session.kill('SIGKILL');
    throw error;
  }
}

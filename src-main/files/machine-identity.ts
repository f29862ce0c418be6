import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { win32 } from 'node:path';

/**
 * Tells this computer and this very file from others: what a copy of a folder cannot take along. Tests inject their
 * own.
 */
export interface MachineIdentity {
  /** A name of this computer that stays; null where the system gives none. */
  machineId(): string | null;
  /** Differs between a file and any copy of it, also one that keeps all its times. */
  fileIdentity(path: string): string;
}

export const systemIdentity: MachineIdentity = {
  machineId: onceOnly(() => machineIdOn(process.platform, systemCalls)),
  fileIdentity,
};

/**
 * The inode alone is not enough: a folder that was removed and restored often gets the same one again. The time of
 * birth alone is not either: some copies keep it.
 */
function fileIdentity(path: string): string {
  const { ino, birthtimeNs } = statSync(path, { bigint: true });
  return `${ino}:${birthtimeNs}`;
}

/** How the computer is asked for its name. Both throw where there is no answer. */
export interface SystemCalls {
  readonly read: (path: string) => string;
  readonly ask: (tool: string, words: readonly string[]) => string;
}

/** The name of a machine that runs `platform`, as that system keeps it; null where it keeps none that can be had. */
export function machineIdOn(platform: NodeJS.Platform, { read, ask }: SystemCalls): string | null {
  try {
    switch (platform) {
      case 'linux':
        return trimmed(read('/etc/machine-id'));
      case 'darwin':
        return matched(
          ask('/usr/sbin/ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice']),
          /"IOPlatformUUID"\s*=\s*"([^"]+)"/,
        );
      case 'win32':
        return matched(
          ask(registryTool(), ['query', String.raw`HKLM\SOFTWARE\Microsoft\Cryptography`, '/v', 'MachineGuid']),
          /MachineGuid\s+REG_SZ\s+(\S+)/,
        );
      default:
        return null;
    }
  } catch {
    return null;
  }
}

export const systemCalls: SystemCalls = {
  read: (path) => readFileSync(path, 'utf8'),
  ask: (tool, words) => execFileSync(tool, words, { encoding: 'utf8', timeout: 5_000, stdio: 'pipe' }),
};

function registryTool(): string {
  return win32.join(process.env['SystemRoot'] ?? String.raw`C:\Windows`, 'System32', 'reg.exe');
}

function matched(text: string, pattern: RegExp): string | null {
  return pattern.exec(text)?.[1] ?? null;
}

function trimmed(text: string): string | null {
  const name = text.trim();
  return name === '' ? null : name;
}

function onceOnly<T>(read: () => T): () => T {
  let kept: { readonly value: T } | null = null;
  return () => (kept ??= { value: read() }).value;
}

import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Tells this machine and this very file from others: what a copy of a folder cannot take along. Tests inject their own. */
export interface Place {
  /** A name of this machine that stays; null where the system gives none. */
  machineId(): string | null;
  /** Differs between a file and any copy of it, also one that keeps all its times. */
  fileIdentity(path: string): string;
}

export const systemPlace: Place = { machineId: onceOnly(readMachineId), fileIdentity };

/**
 * The inode alone is not enough: a folder that was removed and put back often gets the same one again. The time of birth
 * alone is not either: some copies keep it.
 */
function fileIdentity(path: string): string {
  const { ino, birthtimeNs } = statSync(path, { bigint: true });
  return `${ino}:${birthtimeNs}`;
}

function readMachineId(): string | null {
  try {
    switch (process.platform) {
      case 'linux': return trimmed(readFileSync('/etc/machine-id', 'utf8'));
      case 'darwin': return matched(ask('/usr/sbin/ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice']), /"IOPlatformUUID"\s*=\s*"([^"]+)"/);
      case 'win32': return matched(ask(registryTool(), ['query', String.raw`HKLM\SOFTWARE\Microsoft\Cryptography`, '/v', 'MachineGuid']), /MachineGuid\s+REG_SZ\s+(\S+)/);
      default: return null;
    }
  } catch {
    return null;
  }
}

function registryTool(): string {
  return join(process.env['SystemRoot'] ?? String.raw`C:\Windows`, 'System32', 'reg.exe');
}

function ask(tool: string, words: readonly string[]): string {
  return execFileSync(tool, words, { encoding: 'utf8', timeout: 5_000, stdio: ['ignore', 'pipe', 'ignore'] });
}

function matched(text: string, pattern: RegExp): string | null {
  return trimmed(pattern.exec(text)?.[1] ?? '');
}

function trimmed(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}

function onceOnly<T>(read: () => T): () => T {
  let kept: { readonly value: T } | null = null;
  return () => (kept ??= { value: read() }).value;
}

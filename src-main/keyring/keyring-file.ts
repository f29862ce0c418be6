import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Failure } from '../../src-shared/contract/codes.ts';
import { detailed } from '../../src-shared/contract/details.ts';
import { err, ok, type Result } from '../core/result.ts';
import { writeFileAtomically } from '../files/atomic-write.ts';
import { readBounded } from '../files/read-bounded.ts';
import type { JsonObject } from '../journal/json.ts';
import { keyringDocument, type KeyringDocument } from './entry.ts';

/**
 * The keyring lies in a file of its own: an unreadable key never makes the journal unreadable, and a new journal
 * still finds the checkpoint of the old one.
 */
function keyringPath(directory: string): string {
  return join(directory, 'keyring.json');
}

/** The keyring in `directory`; an absent file is an empty keyring, a damaged one is never taken for empty. */
export function readKeyringFile(directory: string): Result<KeyringDocument, Failure> {
  const path = keyringPath(directory);
  if (!existsSync(path)) return ok({ version: 1, witness: null, keys: [] });
  let document: unknown;
  try {
    document = JSON.parse(readBounded(path).toString('utf8'));
  } catch {
    return err(detailed('vault_unavailable', 'keyring_unreadable'));
  }
  const parsed = keyringDocument.safeParse(document);
  return parsed.success ? ok(parsed.data) : err(detailed('vault_unavailable', 'keyring_malformed'));
}

/** Whether a key was ever sealed here, or may have been where the file cannot be read. */
export function holdsKeys(directory: string): boolean {
  const read = readKeyringFile(directory);
  return !read.ok || read.value.keys.length > 0;
}

/** Replaces the keyring durably, or leaves the one before untouched. */
export function writeKeyringFile(directory: string, document: KeyringDocument): Result<void, Failure> {
  const bytes = new TextEncoder().encode(`${JSON.stringify(document, null, 1)}\n`);
  const written = writeFileAtomically(keyringPath(directory), bytes);
  return written.ok ? written : err(detailed('vault_unavailable', 'keyring_not_written'));
}

/** The last Z as the file has it, without a vault. For a process in which no keyring is open on this folder. */
export function lastZInFile(directory: string): {
  lastZ(): JsonObject | null;
  recordLastZ(lastZ: JsonObject): Result<void, Failure>;
} {
  return {
    lastZ: () => {
      const read = readKeyringFile(directory);
      return read.ok ? (read.value.lastZ ?? null) : null;
    },
    recordLastZ: (lastZ) => {
      const read = readKeyringFile(directory);
      return read.ok ? writeKeyringFile(directory, { ...read.value, lastZ }) : read;
    },
  };
}

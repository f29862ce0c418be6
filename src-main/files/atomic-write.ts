import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { err, ok, type Result } from '../core/result.ts';
import { freePath } from './free-path.ts';

/** The file could not be made durable; what was there before is untouched. */
export interface WriteFault {
  readonly code: 'not_writable';
}

/**
 * Replaces `path` by `bytes`, readable by its owner only unless `mode` says otherwise. When this returns `ok` the new
 * content survives a power cut; at no moment does a reader, or a crash, find half of it.
 */
export function writeFileAtomically(path: string, bytes: Uint8Array, mode = 0o600): Result<void, WriteFault> {
  const partial = `${path}.partial`;
  removeIfPossible(partial);
  return replaceBy(partial, path, bytes, mode);
}

/** The same where a person wants a file: what lies beside it is theirs, and its name may be as long as a disk takes. */
export function replaceGivenFile(path: string, bytes: Uint8Array): Result<void, WriteFault> {
  return replaceBy(freePath(join(dirname(path), 'counterfoil.partial')), path, bytes, 0o600);
}

function replaceBy(partial: string, path: string, bytes: Uint8Array, mode: number): Result<void, WriteFault> {
  const file = openedNew(partial, mode);
  if (file === null) return err({ code: 'not_writable' });
  try {
    fillDurably(file, bytes);
    renameSync(partial, path);
    syncDirectory(dirname(path));
    return ok(undefined);
  } catch {
    removeIfPossible(partial);
    return err({ code: 'not_writable' });
  }
}

/**
 * Writes a file for its owner only where a person wants one, and makes it durable. It takes the place of nothing, also
 * not of what came there meanwhile, and touches no other name. A crash may leave a part of it.
 */
export function writeNewFile(path: string, bytes: Uint8Array): Result<void, WriteFault> {
  const file = openedNew(path, 0o600);
  if (file === null) return err({ code: 'not_writable' });
  try {
    fillDurably(file, bytes);
    syncDirectory(dirname(path));
    return ok(undefined);
  } catch {
    removeIfPossible(path);
    return err({ code: 'not_writable' });
  }
}

function openedNew(path: string, mode: number): number | null {
  try {
    return openSync(path, 'wx', mode);
  } catch {
    return null;
  }
}

function removeIfPossible(path: string): void {
  try {
    rmSync(path);
  } catch {
    // It stays; a next write of the same file begins with that.
  }
}

/** Closes it too. */
function fillDurably(file: number, bytes: Uint8Array): void {
  try {
    let written = 0;
    while (written < bytes.length) written += writeSync(file, bytes, written);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Makes the content of a closed file durable. */
export function syncFile(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Makes a rename or a new name in `directory` durable. Windows has no such call and needs none. */
export function syncDirectory(directory: string, platform: NodeJS.Platform = process.platform): void {
  if (platform === 'win32') return;
  const handle = openSync(directory, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

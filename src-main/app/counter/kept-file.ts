import { renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { openDeploymentFile } from '../../deployment/signed-file.ts';
import { isAbsent } from '../../files/absent.ts';
import { syncDirectory, writeFileAtomically } from '../../files/atomic-write.ts';
import { readBounded } from '../../files/read-bounded.ts';
import type { AppFolders } from './folders.ts';
import { profileFrom, type GivenDeployment, type Opening } from './open-deployment.ts';
import { profileFileIn } from './profile-file.ts';

/** Who signed the file that was chosen; `changed` where the profile in use is not what they signed. */
export type KeptSignature =
  | { readonly state: 'none' | 'unknown' }
  | { readonly state: 'signed'; readonly signer: string; readonly changed: boolean };

const notWritable = err<Failure>({ code: 'journal_not_writable' });

/** A signed file that lies in the folder. */
type Found = 'absent' | 'unreadable' | { readonly text: string; readonly signer: string };

/** The profile of the deployment that was chosen, what is wrong with it, or null where none was. */
export function keptProfile({ deployment }: AppFolders): Opening['profile'] | null {
  try {
    return profileFrom(readBounded(profileFileIn(deployment)).toString('utf8'), { taken: true });
  } catch (error) {
    return isAbsent(error) ? null : err({ code: 'profile_unreadable' });
  }
}

/** The document of that profile as it was chosen; null where it cannot be read. */
export function keptText({ deployment }: AppFolders): string | null {
  try {
    return readBounded(profileFileIn(deployment)).toString('utf8');
  } catch {
    return null;
  }
}

/**
 * Who signed it. Of two signed files, which a killed process or a full disk leaves, the one that is the profile's in
 * use counts.
 */
export function keptSignature(folders: AppFolders): KeptSignature {
  const { kept, next, inUse } = filesIn(folders);
  if (inUse !== null) return { state: 'signed', signer: inUse.signer, changed: false };
  if (typeof kept === 'object') return { state: 'signed', signer: kept.signer, changed: true };
  // A file that nobody can read any more may have been signed: that is not the same as none.
  return { state: kept === 'unreadable' || next === 'unreadable' ? 'unknown' : 'none' };
}

/**
 * Keeps what was chosen. The signed file waits under another name until its profile is in use, so that each moment
 * leaves a profile with its own signature. An older one is forgotten last: one too many is only asked about.
 */
export function keepFile(folders: AppFolders, { file, text, signer }: GivenDeployment): Result<void, Failure> {
  const { deployment } = folders;
  const settled = settleSignedFile(folders);
  if (signer === null) {
    const kept = written(profileFileIn(deployment), text);
    if (kept.ok) [signedPath(deployment), nextPath(deployment)].forEach(removeIfPossible);
    return kept;
  }
  if (!settled.ok) return settled;
  const staged = written(nextPath(deployment), file);
  const kept = staged.ok ? written(profileFileIn(deployment), text) : staged;
  if (kept.ok && (nameIfPossible(deployment) || isSignedBy(folders, signer))) return kept;
  // Replaced or not, the profile that lies there says which of the two files is its own.
  settleSignedFile(folders);
  return kept.ok ? notWritable : kept;
}

function isSignedBy(folders: AppFolders, signer: string): boolean {
  const signature = keptSignature(folders);
  return signature.state === 'signed' && signature.signer === signer && !signature.changed;
}

/** Replaces the profile by a text that nobody signed; who signed the one before stays known. */
export function keepProfile(folders: AppFolders, text: string): Result<void, Failure> {
  const settled = settleSignedFile(folders);
  return settled.ok ? written(profileFileIn(folders.deployment), text) : settled;
}

/** Ends what was broken off: gives the signed file in use its name, and removes one that never came into use. */
export function settleSignedFile(folders: AppFolders): Result<void, Failure> {
  const { inUse, next, text } = filesIn(folders);
  // Which of them is in use is unknown, so neither goes.
  const isOpen = text === null || (next === 'unreadable' && inUse === null);
  if (next === 'absent' || isOpen) return ok(undefined);
  const { deployment } = folders;
  const isSettled = inUse === next ? nameIfPossible(deployment) : removeIfPossible(nextPath(deployment));
  return isSettled ? ok(undefined) : notWritable;
}

/** The two signed files that may lie there, and the one that is the profile's in use. */
function filesIn(folders: AppFolders) {
  const text = keptText(folders);
  const [kept, next] = [foundAt(signedPath(folders.deployment)), foundAt(nextPath(folders.deployment))];
  const inUse = [kept, next].filter((file) => typeof file === 'object').find((file) => file.text === text) ?? null;
  return { text, kept, next, inUse };
}

function foundAt(path: string): Found {
  try {
    const opened = openDeploymentFile(readBounded(path).toString('utf8'));
    if (!opened.ok || opened.value.signer === null) return 'unreadable';
    return { text: opened.value.text, signer: opened.value.signer };
  } catch (error) {
    return isAbsent(error) ? 'absent' : 'unreadable';
  }
}

function nameIfPossible(folder: string): boolean {
  try {
    renameSync(nextPath(folder), signedPath(folder));
    syncDirectory(dirname(signedPath(folder)));
    return true;
  } catch {
    // It counts under the other name too.
    return false;
  }
}

function removeIfPossible(path: string): boolean {
  try {
    rmSync(path, { force: true });
    return true;
  } catch {
    return false;
  }
}

function written(path: string, text: string): Result<void, Failure> {
  const done = writeFileAtomically(path, new TextEncoder().encode(text));
  return done.ok ? done : notWritable;
}

function signedPath(folder: string): string {
  return join(folder, 'deployment.signed.json');
}

/** Where a signed file waits until its profile is in use. */
function nextPath(folder: string): string {
  return join(folder, 'deployment.signed.next.json');
}

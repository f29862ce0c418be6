import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { openDeploymentFile, type DeploymentFile } from '../../deployment/signed-file.ts';
import { isAbsent } from '../../files/absent.ts';
import { writeFileAtomically } from '../../files/atomic-write.ts';
import { profileFrom, type GivenDeployment, type Opening } from './open-deployment.ts';

/**
 * Where the app keeps the deployment that was chosen, with its profile beside its records, and a training while it
 * lasts.
 */
export interface AppFolders {
  readonly deployment: string;
  readonly trainingCounter: string;
  readonly trainingService: string;
}

export function foldersIn(dataDirectory: string): AppFolders {
  const training = trainingIn(dataDirectory);
  return {
    deployment: join(dataDirectory, 'counter'),
    trainingCounter: join(training, 'counter'),
    trainingService: join(training, 'service'),
  };
}

/** Where the log for support lies: beside the records, so that a damaged folder of theirs does not take it along. */
export function supportLogIn(dataDirectory: string): string {
  return join(dataDirectory, 'support-log');
}

export function forgetTraining(dataDirectory: string): void {
  rmSync(trainingIn(dataDirectory), { recursive: true, force: true });
}

/** The profile of the deployment that was chosen, what is wrong with it, or null where none was. */
export function keptProfile({ deployment }: AppFolders): Opening['profile'] | null {
  try {
    return profileFrom(readFileSync(profilePath(deployment), 'utf8'), { taken: true });
  } catch (error) {
    return isAbsent(error) ? null : err({ code: 'profile_unreadable' });
  }
}

/** The document of that profile as it was chosen; null where it cannot be read. */
export function keptText({ deployment }: AppFolders): string | null {
  try {
    return readFileSync(profilePath(deployment), 'utf8');
  } catch {
    return null;
  }
}

/** The signed file that the profile came in; null where it came unsigned. */
export function keptSignedFile({ deployment }: AppFolders): DeploymentFile | null {
  try {
    const opened = openDeploymentFile(readFileSync(signedFilePath(deployment), 'utf8'));
    return opened.ok && opened.value.signer !== null ? opened.value : null;
  } catch {
    return null;
  }
}

/**
 * Keeps what was chosen. Whoever signed is written first and forgotten last: killed in between, the counter asks about
 * a signature too many and never about one too few.
 */
export function keepFile(folders: AppFolders, { file, text, signer }: GivenDeployment): Result<void, Failure> {
  const path = signedFilePath(folders.deployment);
  const signed = signer === null ? ok(undefined) : written(path, file);
  const kept = signed.ok ? keepProfile(folders, text) : signed;
  if (kept.ok && signer === null) forgetIfPossible(path);
  return kept;
}

function forgetIfPossible(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // One that stays is asked about once more.
  }
}

export function keepProfile({ deployment }: AppFolders, text: string): Result<void, Failure> {
  return written(profilePath(deployment), text);
}

/** The profile that a training service wrote. */
export function sandboxProfile(file: string): Opening['profile'] {
  try {
    return profileFrom(readFileSync(file, 'utf8'));
  } catch {
    return err({ code: 'sandbox_failed', detail: 'deployment_file' });
  }
}

function trainingIn(dataDirectory: string): string {
  return join(dataDirectory, 'training');
}

function written(path: string, text: string): Result<void, Failure> {
  const done = writeFileAtomically(path, new TextEncoder().encode(text));
  return done.ok ? done : err({ code: 'journal_not_writable' });
}

function profilePath(folder: string): string {
  return join(folder, 'deployment.json');
}

function signedFilePath(folder: string): string {
  return join(folder, 'deployment.signed.json');
}

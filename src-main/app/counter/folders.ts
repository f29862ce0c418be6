import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import { err, type Result } from '../../core/result.ts';
import { isAbsent } from '../../files/absent.ts';
import { writeFileAtomically } from '../../files/atomic-write.ts';
import { profileFrom, type Opening } from './open-deployment.ts';

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

export function keepProfile({ deployment }: AppFolders, text: string): Result<void, Failure> {
  const kept = writeFileAtomically(profilePath(deployment), new TextEncoder().encode(text));
  return kept.ok ? kept : err({ code: 'journal_not_writable' });
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

function profilePath(folder: string): string {
  return join(folder, 'deployment.json');
}

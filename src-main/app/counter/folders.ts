import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { err } from '../../core/result.ts';
import { readBounded } from '../../files/read-bounded.ts';
import { profileFrom, type Opening } from './open-deployment.ts';
import { deploymentFolderIn } from './profile-file.ts';

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
    deployment: deploymentFolderIn(dataDirectory),
    trainingCounter: join(training, 'counter'),
    trainingService: join(training, 'service'),
  };
}

export function forgetTraining(dataDirectory: string): void {
  rmSync(trainingIn(dataDirectory), { recursive: true, force: true });
}

/** The profile that a training service wrote. */
export function sandboxProfile(file: string): Opening['profile'] {
  try {
    return profileFrom(readBounded(file).toString('utf8'));
  } catch {
    return err({ code: 'sandbox_failed', detail: 'deployment_file' });
  }
}

function trainingIn(dataDirectory: string): string {
  return join(dataDirectory, 'training');
}

import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { isAbsent } from '../../files/absent.ts';

/** Where the app keeps the deployment that was chosen, with its profile beside its records. */
export function deploymentFolderIn(dataDirectory: string): string {
  return join(dataDirectory, 'counter');
}

export function profileFileIn(deploymentFolder: string): string {
  return join(deploymentFolder, 'deployment.json');
}

/**
 * Whether no deployment is chosen, so that what opens is the first run. Asked before there is a window, which would
 * wait for the library of schemas that reads a profile.
 */
export function isFirstRun(dataDirectory: string): boolean {
  try {
    lstatSync(profileFileIn(deploymentFolderIn(dataDirectory)));
    return false;
  } catch (error) {
    return isAbsent(error);
  }
}

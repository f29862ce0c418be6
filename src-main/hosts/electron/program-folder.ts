import { dirname } from 'node:path';

/** Where this program lies: nothing from the environment says so. */
export function programFolder(): string {
  return dirname(process.execPath);
}

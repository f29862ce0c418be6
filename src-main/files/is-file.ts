import { statSync } from 'node:fs';

/** Whether a regular file lies there: whatever copies or reads a pipe waits for it, and a device has no end. */
export function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A new folder that the caller removes; for `beforeAll`, where no test is running that could end. */
export function makeTempFolder(): { readonly path: string; readonly remove: () => void } {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'counterfoil-')));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** A new folder that is removed when the running test ends. */
export function tempFolder(): string {
  const folder = makeTempFolder();
  onTestFinished(folder.remove);
  return folder.path;
}

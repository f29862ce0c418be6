import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from './electron-runtime.ts';

it('the built preload holds the names of the contract and no more: at most 10 KB', () => {
  expect(statSync(join(projectRoot, 'out/preload/preload.cjs')).size).toBeLessThanOrEqual(10 * 1024);
});

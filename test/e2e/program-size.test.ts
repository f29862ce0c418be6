import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from './electron-runtime.ts';

it('the built preload holds the names of the contract and no more: at most 10 KB', () => {
  expect(statSync(join(projectRoot, 'out/preload/preload.cjs')).size).toBeLessThanOrEqual(10 * 1024);
});

it('what is read before the window is there is at most 40 KB, and none of it is a library', () => {
  expect(statSync(join(projectRoot, 'out/packaged/main/main.js')).size).toBeLessThanOrEqual(40 * 1024);
});

it('the screens bring no library of schemas: it makes code from text, which their policy forbids', () => {
  const packages = JSON.parse(readFileSync(join(projectRoot, 'out/packages/renderer.json'), 'utf8')) as unknown;
  expect(packages).toContain('node_modules/react');
  expect(packages).not.toContain('node_modules/zod');
});

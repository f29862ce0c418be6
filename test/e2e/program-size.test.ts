import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { filesNamedIn, isFirstScreen } from '../../src-main/hosts/electron/first-files.ts';
import { projectRoot } from './electron-runtime.ts';

it('the built preload holds the names of the contract and no more: at most 10 KB', () => {
  expect(statSync(join(projectRoot, 'out/preload/preload.cjs')).size).toBeLessThanOrEqual(10 * 1024);
});

it('what is read before the window is there is at most 40 KB, and none of it is a library', () => {
  expect(statSync(join(projectRoot, 'out/packaged/main/main.js')).size).toBeLessThanOrEqual(40 * 1024);
});

it('the page reads at most 4 KB of script before its frame is painted, and main knows what it reads then', () => {
  const built = join(projectRoot, 'out/renderer');
  const named = filesNamedIn(readFileSync(join(built, 'index.html'), 'utf8'));
  const scripts = named.filter((path) => path.endsWith('.js'));
  const bytes = scripts.map((path) => statSync(join(built, path)).size).reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(4 * 1024);
  const rest = readdirSync(join(built, 'assets')).map((name) => `/assets/${name}`);
  expect(rest.filter(isFirstScreen)).toHaveLength(1);
  expect(named.filter(isFirstScreen)).toEqual([]);
});

it('the screens bring no library of schemas: it makes code from text, which their policy forbids', () => {
  const packages = JSON.parse(readFileSync(join(projectRoot, 'out/packages/renderer.json'), 'utf8')) as unknown;
  expect(packages).toContain('node_modules/react');
  expect(packages).not.toContain('node_modules/zod');
});

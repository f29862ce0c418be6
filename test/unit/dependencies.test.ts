import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../support/project.ts';

interface Entry {
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
}

interface Named {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const project = readJson('package.json') as Named;
const { packages } = readJson('package-lock.json') as { readonly packages: Readonly<Record<string, Entry>> };

describe('the packages that the project needs', () => {
  it('are of exact versions, each with the hash of its archive in the lock file', () => {
    expect(looseOf({ ...project.dependencies, ...project.devDependencies })).toEqual([]);
    expect(Object.keys(packages).length).toBeGreaterThan(100);
    expect(unhashedOf(packages)).toEqual([]);
  });

  it('run no script when they are installed', () => {
    expect(scriptedOf(packages)).toEqual([]);
  });

  it('would be found otherwise', () => {
    expect(looseOf({ a: '^1.0.0', b: '1.0.0', c: 'latest', d: 'file:../d', e: '1.x' })).toEqual(['a', 'c', 'd', 'e']);
    const planted = { '': {}, a: { integrity: 'sha1-x' }, b: { integrity: 'sha512-x', hasInstallScript: true }, c: {} };
    expect(unhashedOf(planted)).toEqual(['a', 'c']);
    expect(scriptedOf(planted)).toEqual(['b']);
  });
});

function looseOf(versions: Readonly<Record<string, string>>): readonly string[] {
  return Object.keys(versions).filter((name) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(versions[name] ?? ''));
}

function unhashedOf(locked: Readonly<Record<string, Entry>>): readonly string[] {
  return Object.keys(locked).filter((key) => key !== '' && locked[key]?.integrity?.startsWith('sha512-') !== true);
}

function scriptedOf(locked: Readonly<Record<string, Entry>>): readonly string[] {
  return Object.keys(locked).filter((key) => locked[key]?.hasInstallScript === true);
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(join(projectRoot, file), 'utf8'));
}

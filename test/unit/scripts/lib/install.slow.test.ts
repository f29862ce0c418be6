import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { installEnvironment, installHash, isInstalled, stampInstall } from '../../../../scripts/lib/install.mjs';
import { packageName } from '../../../../scripts/lib/node-binary.mjs';
import { projectRoot } from '../../../support/project.ts';
import { tempFolder } from '../../../support/temp.ts';

let root: string;

/** A project whose packages are folders of its own: it installs without a network. */
beforeEach(() => {
  root = tempFolder();
  const scripts = { preinstall: 'touch ../script-ran' };
  writePackage('tool', { scripts, engines: { node: '>=99' } });
  writePackage('extra', { scripts });
  writeFileSync(
    join(root, 'package.json'),
    JSON.stringify({
      name: 'example',
      devDependencies: { tool: 'file:tool' },
      optionalDependencies: { extra: 'file:extra' },
    }),
  );
  writeLock();
});

function writePackage(name: string, manifest: object): void {
  mkdirSync(join(root, name), { recursive: true });
  writeFileSync(join(root, name, 'package.json'), JSON.stringify({ name, version: '1.0.0', ...manifest }));
}

function writeLock(): void {
  execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts', '--offline', '--no-audit'], {
    cwd: root,
    stdio: 'ignore',
  });
}

/** As if the lock file brought a Node of this version for this machine. */
function lockNode(version: string): void {
  const file = join(root, 'package-lock.json');
  const entry =
    `"node_modules/${packageName(process.platform, process.arch)}": ` +
    `{ "version": "${version}", "optional": true, "os": ["none"] },`;
  writeFileSync(file, readFileSync(file, 'utf8').replace('"packages": {', `"packages": { ${entry}`));
}

function runInstall(
  env: Readonly<Record<string, string>> = {},
  ownVersion = '24.0.0',
): { readonly exitCode: number | null; readonly stdout: string; readonly stderr: string } {
  const library = join(projectRoot, 'scripts/lib/install.mjs');
  const script =
    `import { install } from ${JSON.stringify(library)}; ` +
    `await install(${JSON.stringify(root)}, ${JSON.stringify(ownVersion)});`;
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  return { exitCode: run.status, stdout: run.stdout, stderr: run.stderr };
}

test('packages are installed once, and again when the lock file changes', () => {
  expect(isInstalled(root)).toBe(false);
  expect(runInstall().stderr).toContain('Installing');
  expect(isInstalled(root)).toBe(true);
  expect(runInstall()).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  writeFileSync(join(root, '.npmrc'), 'save-exact=true\n');
  expect(isInstalled(root)).toBe(false);
});

test('settings of the calling npm leave no package out, and no package runs a script', () => {
  const hostile = {
    npm_config_omit: 'dev optional',
    NODE_ENV: 'production',
    npm_config_dry_run: 'true',
    npm_config_engine_strict: 'true',
    NPM_CONFIG_GLOBAL: 'true',
  };
  expect(runInstall(hostile)).toMatchObject({ exitCode: 0, stdout: '' });
  expect(existsSync(join(root, 'node_modules/tool/package.json'))).toBe(true);
  expect(existsSync(join(root, 'node_modules/extra/package.json'))).toBe(true);
  expect(existsSync(join(root, 'script-ran'))).toBe(false);
});

test('on an old Node, optional packages are chosen for the Node that the lock file brings', () => {
  writePackage('extra', { engines: { node: '>=99' } });
  writeLock();
  lockNode('99.0.0');
  expect(runInstall({}, '20.0.0')).toMatchObject({ exitCode: 0 });
  expect(existsSync(join(root, 'node_modules/extra/package.json'))).toBe(true);
});

test('an install that fails says so, keeps stdout empty and leaves no stamp', () => {
  writeFileSync(join(root, 'package-lock.json'), '{"name":"example","lockfileVersion":3,"packages":{}}');
  const run = runInstall();
  expect(run.exitCode).not.toBe(0);
  expect(run.stdout).toBe('');
  expect(run.stderr).toContain('npm ci failed');
  expect(isInstalled(root)).toBe(false);
});

test('the stamp names the lock file it was made for', () => {
  stampInstall(root);
  expect(isInstalled(root)).toBe(true);
  const before = installHash(root);
  writeFileSync(join(root, 'package-lock.json'), '{}');
  expect(installHash(root)).not.toBe(before);
  expect(isInstalled(root)).toBe(false);
});

test('the registry, proxy and cache of the caller are kept', () => {
  const env = {
    npm_config_registry: 'https://registry.example/',
    npm_config_https_proxy: 'http://proxy.example',
    npm_config_cache: '/c',
    npm_config_omit: 'dev',
    'npm_config_package-lock': 'false',
  };
  expect(installEnvironment(env)).toEqual({
    npm_config_registry: 'https://registry.example/',
    npm_config_https_proxy: 'http://proxy.example',
    npm_config_cache: '/c',
  });
});

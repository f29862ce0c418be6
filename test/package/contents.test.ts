import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listPackage } from '@electron/asar';
import { beforeAll, describe, expect, it } from 'vitest';
import { findElectron } from '../../scripts/lib/electron.ts';
import { readFuses } from '../../scripts/package/fuses.ts';
import { makePackage, whyNoPackage, type Made } from './made.ts';

const obstacle = whyNoPackage();
const because = obstacle === null ? '' : ` (${obstacle})`;

describe.skipIf(obstacle !== null)(`what is in a package${because}`, () => {
  let made: Made;
  beforeAll(async () => {
    made = await makePackage();
  });
  const archive = (): readonly string[] =>
    listPackage(join(made.program, 'resources/app.asar'), { isPack: false }).map((path) => path.replace(/^[\\/]/, ''));

  it('holds what runs, and nothing that only builds or tests', () => {
    expect(archive()).toEqual(
      expect.arrayContaining([
        'package.json',
        'main/main.js',
        'preload/preload.cjs',
        'renderer/index.html',
        'sandbox.mjs',
        'node_modules/better-sqlite3/lib/index.js',
        'node_modules/fastify/fastify.js',
      ]),
    );
    const idle = [
      /(?:^|\/)(?:tests?|bench|docs|node-linux-|react-dom|zod|vite)(?:$|[/.])/,
      /\.(?:map|ts|md|html?\.gz)$/,
      /counter\.mjs|browser-host/,
    ];
    expect(archive().filter((path) => idle.some((form) => form.test(path)))).toEqual([]);
    expect(readdirSync(join(made.program, 'resources')).sort()).toEqual(['app.asar', 'app.asar.unpacked']);
  });

  it("has the driver of this system beside the archive, and no other system's", () => {
    const native = archive().filter((path) => path.endsWith('.node'));
    expect(native).toEqual([`node_modules/better-sqlite3/prebuilds/linux-${process.arch}.node`]);
    expect(made.manifest.files.map(({ path }) => path).filter((path) => path.includes('app.asar.unpacked'))).toEqual(
      native.map((path) => `resources/app.asar.unpacked/${path}`),
    );
  });

  it('has every fuse of its Electron set as it should be', async () => {
    const { WasmTrapHandlers: _ownChoice, ...fuses } = await readFuses(join(made.program, 'counterfoil'));
    expect(fuses).toEqual({
      RunAsNode: false,
      EnableCookieEncryption: true,
      EnableNodeOptionsEnvironmentVariable: false,
      EnableNodeCliInspectArguments: false,
      // Linux has no such check.
      EnableEmbeddedAsarIntegrityValidation: false,
      OnlyLoadAppFromAsar: true,
      LoadBrowserProcessSpecificV8Snapshot: false,
      GrantFileProtocolExtraPrivileges: false,
    });
    expect(made.manifest.fuses).toEqual(await readFuses(join(made.program, 'counterfoil')));
  });

  it('takes little more room than Electron alone, and less than 110 MB to download', () => {
    const installed = made.manifest.files.reduce((sum, { size }) => sum + size, 0);
    const limit = 1.1 * bytesBelow(dirname(findElectron() ?? ''));
    expect(installed).toBeLessThan(limit);
    const debs = readdirSync(made.folder).filter((name) => name.endsWith('.deb'));
    expect(debs).toHaveLength(2);
    for (const deb of debs) expect(statSync(join(made.folder, deb)).size).toBeLessThan(110_000_000);
  });

  it('names in its list of parts what it loads and what was bundled into it', () => {
    const list = JSON.parse(readFileSync(`${made.program}.cdx.json`, 'utf8')) as {
      readonly bomFormat: string;
      readonly specVersion: string;
      readonly components: readonly { readonly purl: string; readonly hashes?: readonly unknown[] }[];
    };
    expect([list.bomFormat, list.specVersion]).toEqual(['CycloneDX', '1.6']);
    const names = list.components.map(({ purl }) => purl.replace(/@[^@]*$/, ''));
    expect(names).toEqual(
      expect.arrayContaining([
        'pkg:npm/electron',
        'pkg:npm/better-sqlite3',
        'pkg:npm/fastify',
        'pkg:npm/react-dom',
        'pkg:npm/zod',
        'pkg:npm/%40fontsource-variable/vazirmatn',
      ]),
    );
    expect(names).not.toContain('pkg:npm/vitest');
    const licences = readFileSync(join(made.program, 'LICENSES.packages.txt'), 'utf8');
    for (const { purl, hashes } of list.components.slice(1)) {
      expect(hashes, purl).toHaveLength(1);
      const [name = '', version = ''] = purl
        .replace('pkg:npm/', '')
        .replace('%40', '@')
        .split(/@(?=[^@]*$)/);
      expect(licences).toContain(`${name} ${version} (`);
    }
  });

  it('comes with checksums of all that it is handed over with', () => {
    const lines = readFileSync(`${made.program}.sha256`, 'utf8').trim().split('\n');
    expect(lines.map((line) => line.slice(66)).sort()).toEqual(
      readdirSync(made.folder)
        .filter((file) => /\.(?:deb|zip|json)$/.test(file))
        .sort(),
    );
  });
});

function bytesBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

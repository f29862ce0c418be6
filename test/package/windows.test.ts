import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { getRawHeader, listPackage } from '@electron/asar';
import { NtExecutable, NtExecutableResource, Resource } from 'resedit';
import { beforeAll, describe, expect, it } from 'vitest';
import { readFuses } from '../../scripts/package/fuses.ts';
import { writeZip } from '../../scripts/package/zip.ts';
import { projectRoot } from '../support/project.ts';
import { makeTempFolder } from '../support/temp.ts';

const obstacle = spawnSync('makensis', ['-VERSION']).error === undefined ? null : 'there is no makensis';
const because = obstacle === null ? '' : ` (${obstacle})`;

/** What `@electron/fuses` looks for in a program, and eight fuses as Electron is published with them. */
const fuses = Buffer.concat([
  Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
  Buffer.from([1, 8]),
  Buffer.from('10110001'),
]);

describe.skipIf(obstacle !== null)(
  `the installer for Windows, around a program that only has its form${because}`,
  () => {
    let folder = '';
    let program = '';
    let signed: readonly string[] = [];
    beforeAll(async () => {
      const temp = makeTempFolder().path;
      const zip = join(temp, 'electron.zip');
      writeFileSync(zip, await electronForWindows());
      const [sign, log] = [join(temp, 'sign'), join(temp, 'signed')];
      writeFileSync(sign, `#!/bin/sh\nbasename "$1" >> ${log}\n`, { mode: 0o755 });
      const make = (out: string): void => {
        mkdirSync(out);
        const args = ['--target', 'nsis', '--electron', zip, '--out', out];
        execFileSync(process.execPath, [join(projectRoot, 'scripts/package/main.ts'), ...args], {
          cwd: projectRoot,
          env: { ...process.env, SOURCE_DATE_EPOCH: '1700000000', COUNTERFOIL_SIGN: sign },
          stdio: ['ignore', 'ignore', 'pipe'],
        });
      };
      folder = join(temp, 'first');
      make(folder);
      signed = readFileSync(log, 'utf8').trim().split('\n');
      make(join(temp, 'second'));
      program = globSync(join(folder, 'counterfoil-*-win32-x64/Counterfoil.exe'))[0] ?? '';
    });

    /** A zip as Electron is published, with a program that holds nothing but fuses. */
    async function electronForWindows(): Promise<Buffer> {
      const executable = NtExecutable.createEmpty(false);
      executable.setExtraData(new Uint8Array(fuses).buffer);
      const file = (path: string, bytes: Buffer) => ({ path, mode: 0o644, bytes });
      const files = [
        file('electron.exe', Buffer.from(executable.generate())),
        file('version', Buffer.from('0.0.0')),
        file('resources/default_app.asar', Buffer.from('not ours')),
        file('locales/ar.pak', Buffer.from('ar')),
        file('locales/fr.pak', Buffer.from('fr')),
      ];
      return writeZip(files, null, 1_700_000_000);
    }

    it('is the same bytes again', () => {
      const [sums = ''] = globSync(join(folder, '*.sha256'));
      expect(readFileSync(sums, 'utf8')).toContain('-setup.exe');
      expect(readFileSync(join(folder, '../second', basename(sums)), 'utf8')).toBe(readFileSync(sums, 'utf8'));
    });

    it("has Windows' driver and no other, beside an archive whose hash the program holds", () => {
      const archive = join(program, '../resources/app.asar');
      const native = listPackage(archive, { isPack: false }).filter((path) => path.endsWith('.node'));
      expect(native).toEqual(['/node_modules/better-sqlite3/prebuilds/win32-x64.node']);
      const { entries } = NtExecutableResource.from(NtExecutable.from(readFileSync(program)));
      const integrity = entries.find(({ type }) => type === 'Integrity');
      expect(integrity?.id).toBe('ElectronAsar');
      expect(JSON.parse(Buffer.from(integrity?.bin ?? new ArrayBuffer()).toString('utf8'))).toEqual([
        {
          file: 'resources\\app.asar',
          alg: 'SHA256',
          value: createHash('sha256').update(getRawHeader(archive).headerString).digest('hex'),
        },
      ]);
      expect(Resource.IconGroupEntry.fromEntries(entries)[0]?.icons).toHaveLength(7);
    });

    it('compares that hash, by its fuse', async () => {
      expect(await readFuses(program)).toMatchObject({
        EnableEmbeddedAsarIntegrityValidation: true,
        OnlyLoadAppFromAsar: true,
        RunAsNode: false,
      });
    });

    it('signs the program, the driver, the uninstaller and itself, where a command for that is named', () => {
      expect(signed.slice(0, 2)).toEqual(['Counterfoil.exe', 'win32-x64.node']);
      expect(signed).toHaveLength(4);
      expect(signed.at(-1)).toMatch(/setup\.exe$/);
    });
  },
);

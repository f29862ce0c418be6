import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../support/project.ts';
import { tempFolder } from '../support/temp.ts';
import { makePackage, whyNoPackage } from './made.ts';

const obstacle = whyNoPackage();
const because = obstacle === null ? '' : ` (${obstacle})`;
const noValidator = spawnSync('desktop-file-validate', ['--help']).error !== undefined;

describe.skipIf(obstacle !== null)(`the package for Debian${because}`, () => {
  let deb = '';
  let version = '';
  beforeAll(async () => {
    const made = await makePackage();
    const [name = ''] = globSync('counterfoil_*.deb', { cwd: made.folder });
    deb = join(made.folder, name);
    version = made.manifest.version;
  });
  const field = (name: string): string => execFileSync('dpkg-deb', ['-f', deb, name], { encoding: 'utf8' }).trim();

  it('says what it is, and which libraries it needs', () => {
    expect([field('Package'), field('Version')]).toEqual(['counterfoil', version]);
    expect(field('Architecture')).toBe(process.arch === 'x64' ? 'amd64' : process.arch);
    expect(field('Depends')).toMatch(/\blibgtk-3-0\b.*\blibnss3\b/);
    expect(field('Depends')).not.toContain('libffmpeg');
  });

  it('belongs to root, with a helper for the sandbox that runs as root, and a launcher on the path', () => {
    const lines = execFileSync('dpkg-deb', ['-c', deb], { encoding: 'utf8' }).trim().split('\n');
    expect(lines.filter((line) => !line.includes(' root/root '))).toEqual([]);
    expect(lines.filter((line) => /^-..s/.test(line)).map((line) => line.replace(/.* \./, ''))).toEqual([
      '/usr/lib/counterfoil/chrome-sandbox',
    ]);
    expect(lines.filter((line) => /^-.......w|^d.......w/.test(line))).toEqual([]);
    expect(lines.at(-1)).toMatch(/\.\/usr\/bin\/counterfoil -> \.\.\/lib\/counterfoil\/counterfoil\.sh$/);
  });

  it('has an icon in each size, and an entry for the menu in both languages', () => {
    const root = unpacked();
    const icons = globSync('usr/share/icons/hicolor/*/apps/counterfoil.png', { cwd: root });
    const sizes = icons.map((icon) => {
      const png = readFileSync(join(root, icon));
      return [/(\d+x\d+)/.exec(icon)?.[1], `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`];
    });
    expect(sizes.map(([folder]) => Number.parseInt(folder ?? '', 10)).sort((a, b) => a - b)).toEqual([
      16, 24, 32, 48, 64, 128, 256, 512,
    ]);
    for (const [folder, size] of sizes) expect(size).toBe(folder);
    const entry = readFileSync(join(root, 'usr/share/applications/counterfoil.desktop'), 'utf8');
    for (const line of ['Name=', 'Comment=', 'Comment[ar]=', 'GenericName[ar]=', 'StartupWMClass=counterfoil'])
      expect(entry).toContain(`\n${line}`);
  });

  it.skipIf(noValidator)('has an entry that desktops accept', () => {
    execFileSync('desktop-file-validate', [join(projectRoot, 'scripts/package/deb/counterfoil.desktop')]);
  });

  it('is installed, compared and removed by dpkg, and keeps the records at a purge', () => {
    const root = tempFolder();
    const records = join(root, 'home/cashier/.config/counterfoil/counter');
    const bin = join(root, 'bin');
    for (const folder of ['var/lib/dpkg/info', 'var/lib/dpkg/updates', 'bin'])
      mkdirSync(join(root, folder), { recursive: true });
    mkdirSync(records, { recursive: true });
    writeFileSync(join(records, 'journal.db'), 'orders');
    writeFileSync(join(root, 'var/lib/dpkg/status'), '');
    // The people of this computer, as the script of the package asks for them.
    writeFileSync(join(bin, 'getent'), `#!/bin/sh\necho "cashier:x:1000:1000::${root}/home/cashier:/bin/sh"\n`, {
      mode: 0o755,
    });
    const dpkg = (...args: readonly string[]): string =>
      execFileSync(
        'dpkg',
        [
          `--root=${root}`,
          '--force-script-chrootless',
          '--force-depends',
          '--force-bad-path',
          '--force-not-root',
          ...args,
        ],
        {
          encoding: 'utf8',
          env: { ...process.env, PATH: `${bin}:${process.env['PATH'] ?? ''}` },
          stdio: ['ignore', 'pipe', 'ignore'],
        },
      );
    dpkg('--install', deb);
    expect(existsSync(join(root, 'usr/lib/counterfoil/counterfoil'))).toBe(true);
    expect(dpkg('--verify', 'counterfoil')).toBe('');
    writeFileSync(join(root, 'usr/lib/counterfoil/resources/app.asar'), 'another');
    expect(spawnSync('dpkg', [`--root=${root}`, '--verify', 'counterfoil'], { encoding: 'utf8' }).stdout).toContain(
      'app.asar',
    );
    const said = dpkg('--purge', 'counterfoil');
    expect(existsSync(join(root, 'usr/lib/counterfoil'))).toBe(false);
    expect(said).toContain(`the records in ${root}/home/cashier/.config/counterfoil were kept`);
    expect(readFileSync(join(records, 'journal.db'), 'utf8')).toBe('orders');
  });

  function unpacked(): string {
    const root = tempFolder();
    execFileSync('dpkg-deb', ['-x', deb, root]);
    return root;
  }
});

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { programName } from '../../../src-main/updates/launcher.ts';
import { Refusal } from '../../lib/say.mjs';
import { sorted, type PackageFile } from '../file.ts';
import { settleFolder, writeFolder } from '../folder.ts';
import type { Program } from '../program.ts';
import type { Release } from '../release.ts';
import { controlOf, type ControlParts } from './control.ts';
import { libraryPackages } from './libraries.ts';

const sources = import.meta.dirname;
const icons = join(sources, '../icon');
const home = 'usr/lib/counterfoil';

/** What is loaded by name at run time, so that no tool finds it; without a key store a counter can only train. */
const recommended = 'libsecret-1-0, gnome-keyring | kwalletmanager, zenity';

/** The counter as a package for Debian and what is made of it; its architecture is that of the machine that builds. */
export async function writeDeb(file: string, release: Release, program: Program, architecture: string): Promise<void> {
  const files = [...program.files.map(installed), ...(await besideProgram())];
  const control: ControlParts = {
    name: release.name,
    architecture,
    depends: await libraryPackages(program.folder, program.files),
    recommends: recommended,
    summary: 'counter for prepaid cards',
    description: [
      'The cashiers of a shop find a card, buy it and hand over its codes.',
      'They see the result of every order, even offline.',
    ],
  };
  const scripts = [{ path: 'DEBIAN/postrm', mode: 0o755, bytes: await readFile(join(sources, 'postrm')) }];
  await packDeb(file, release, control, [...files, ...scripts], {
    'usr/bin/counterfoil': `../lib/counterfoil/${programName}`,
  });
}

/** Chromium's helper works only as root's own; Chromium leaves it alone where it may have user namespaces. */
function installed(file: PackageFile): PackageFile {
  const mode = file.path === 'chrome-sandbox' ? 0o4755 : file.mode;
  return { ...file, path: `${home}/${file.path}`, mode };
}

async function besideProgram(): Promise<readonly PackageFile[]> {
  const sizes = (await readdir(icons)).flatMap((name) => /^(\d+)\.png$/.exec(name)?.[1] ?? []);
  const from = async (path: string, source: string): Promise<PackageFile> => ({
    path,
    mode: 0o644,
    bytes: await readFile(source),
  });
  return Promise.all([
    from('usr/share/applications/counterfoil.desktop', join(sources, 'counterfoil.desktop')),
    from('usr/share/doc/counterfoil/copyright', join(sources, 'copyright')),
    from('usr/share/icons/hicolor/scalable/apps/counterfoil.svg', join(icons, 'counterfoil.svg')),
    ...sizes.map((size) =>
      from(`usr/share/icons/hicolor/${size}x${size}/apps/counterfoil.png`, join(icons, `${size}.png`)),
    ),
  ]);
}

/** Writes a package of these files; `links` are paths and what they lead to. */
export async function packDeb(
  file: string,
  release: Release,
  parts: ControlParts,
  files: readonly PackageFile[],
  links: Readonly<Record<string, string>>,
): Promise<void> {
  const root = `${file}.root`;
  await rm(root, { recursive: true, force: true });
  const described = files.filter(({ path }) => !path.startsWith('DEBIAN/'));
  const installedKib = Math.ceil(described.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1024);
  await writeFolder(root, [
    ...files,
    { path: 'DEBIAN/control', mode: 0o644, bytes: Buffer.from(controlOf(release, parts, installedKib)) },
    { path: 'DEBIAN/md5sums', mode: 0o644, bytes: Buffer.from(md5sumsOf(described)) },
  ]);
  for (const [path, target] of Object.entries(links)) {
    await mkdir(join(root, path, '..'), { recursive: true });
    await symlink(target, join(root, path));
  }
  await settleFolder(root, release.epochSeconds);
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(release.epochSeconds) };
  try {
    execFileSync('dpkg-deb', ['--root-owner-group', '-Zzstd', '-z12', '--build', root, file], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  } catch (error) {
    throw new Refusal(`dpkg-deb made no package: ${error instanceof Error ? error.message : ''}`);
  }
  await rm(root, { recursive: true, force: true });
}

/** dpkg's own list, which `dpkg --verify` compares. */
function md5sumsOf(files: readonly PackageFile[]): string {
  return sorted(files)
    .map(({ path, bytes }) => `${createHash('md5').update(bytes).digest('hex')}  ${path}\n`)
    .join('');
}

import { execFileSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Refusal } from '../../lib/say.mjs';
import type { PackageFile } from '../file.ts';
import type { Program } from '../program.ts';
import type { Release } from '../release.ts';
import { iconFile } from './icon.ts';

const script = join(import.meta.dirname, 'setup.nsi');

/** Writes the installer for Windows; its script signs the uninstaller and the installer by itself. */
export async function writeSetup(file: string, release: Release, program: Program): Promise<void> {
  const sign = process.env['COUNTERFOIL_SIGN'] ?? '';
  const [icon, list] = [`${file}.ico`, `${file}.nsh`];
  await writeFile(icon, await iconFile());
  await writeFile(list, fileMacros(program));
  const defines = { VERSION: release.version, OUTPUT: file, ICON: icon, FILES: list, SIGN: sign };
  const args = Object.entries(defines).flatMap(([name, value]) => (value === '' ? [] : [`-D${name}=${value}`]));
  try {
    execFileSync('makensis', ['-V2', '-INPUTCHARSET', 'UTF8', ...args, script], {
      env: { ...process.env, SOURCE_DATE_EPOCH: String(release.epochSeconds) },
      stdio: ['ignore', 2, 2],
    });
  } catch (error) {
    throw new Refusal(`makensis made no installer: ${error instanceof Error ? error.message : ''}`);
  } finally {
    await rm(icon);
    await rm(list);
  }
}

/** What is installed, one by one, so that only that is removed: a person may have chosen a folder with more in it. */
function fileMacros({ folder, files }: Program): string {
  const folders = [...new Set(files.map(({ path }) => dirname(path)))].sort();
  const inFolder = (name: string): readonly PackageFile[] => files.filter(({ path }) => dirname(path) === name);
  const install = folders.flatMap((name) => [
    `  SetOutPath "${onWindows(name)}"`,
    ...inFolder(name).map(({ path }) => `  File "${join(folder, path)}"`),
  ]);
  const remove = files.map(({ path }) => `  Delete "${onWindows(path)}"`);
  const above = [...new Set(folders.flatMap(selfAndAbove))].toSorted().toReversed();
  const removeFolders = above.map((name) => `  RMDir "${onWindows(name)}"`);
  return [
    '!macro InstallFiles',
    ...install,
    '!macroend',
    '!macro RemoveFiles',
    ...remove,
    ...removeFolders,
    '!macroend',
    '',
  ].join('\n');
}

function onWindows(path: string): string {
  return path === '.' ? '$INSTDIR' : `$INSTDIR\\${path.replaceAll('/', '\\')}`;
}

function selfAndAbove(folder: string): readonly string[] {
  return folder === '.' ? [] : [folder, ...selfAndAbove(dirname(folder))];
}

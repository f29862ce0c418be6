import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Refusal } from '../../lib/say.mjs';
import type { PackageFile } from '../file.ts';

const elf = Buffer.from([0x7f, 0x45, 0x4c, 0x46]);

/** The packages whose libraries these programs load, as dpkg of this system knows them. */
export async function libraryPackages(folder: string, files: readonly PackageFile[]): Promise<string> {
  const programs = files.filter(({ bytes }) => bytes.subarray(0, 4).equals(elf)).map(({ path }) => join(folder, path));
  const scratch = await mkdtemp(join(tmpdir(), 'counterfoil-deb-'));
  try {
    // dpkg-shlibdeps looks for a description of the source, and reads nothing of it.
    await mkdir(join(scratch, 'debian'));
    await writeFile(
      join(scratch, 'debian/control'),
      'Source: counterfoil\n\nPackage: counterfoil\nArchitecture: any\n',
    );
    const found = execFileSync(
      'dpkg-shlibdeps',
      ['-O', '--ignore-missing-info', `-l${folder}`, ...programs.map((path) => `-e${path}`)],
      { cwd: scratch, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
    );
    return found.replace(/^shlibs:Depends=/, '').trim();
  } catch (error) {
    throw new Refusal(`dpkg-shlibdeps did not find the libraries: ${error instanceof Error ? error.message : ''}`);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

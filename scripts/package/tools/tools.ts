import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageName } from '../../lib/node-binary.mjs';
import { Refusal } from '../../lib/say.mjs';
import { projectRoot } from '../../lib/tools.ts';
import { debArchitecture } from '../deb/control.ts';
import { packDeb } from '../deb/deb.ts';
import { libraryPackages } from '../deb/libraries.ts';
import { commonName, fileNames, type Packaged } from '../file-names.ts';
import type { PackageFile } from '../file.ts';
import { settleFolder, writeFolder } from '../folder.ts';
import { licencesOf } from '../licences.ts';
import { lockedAt, type LockFile } from '../lock-file.ts';
import { readProduct, type Machine } from '../product.ts';
import type { Release } from '../release.ts';
import { sbomOf } from '../sbom.ts';
import { writeZip } from '../zip.ts';

/** What an engineer starts: the counter without a window, and the practice service. */
const commands = ['counterfoil-counter', 'counterfoil-sandbox'];
const home = 'usr/lib/counterfoil-tools';

/** What the files of the command line are called by. */
export function packagedTools(release: Release, { platform, arch }: Machine): Packaged {
  return { name: `${release.name}-tools`, version: release.version, platform, arch };
}

/** The command line as a folder, a zip and a package for Debian; returns the names of the files. */
export async function writeTools(
  out: string,
  release: Release,
  lock: LockFile,
  machine: Machine,
): Promise<readonly string[]> {
  if (machine.platform !== 'linux') throw new Refusal('The command line is packaged for Linux only.');
  const node = lockedAt(lock, `node_modules/${packageName(machine.platform, machine.arch)}`);
  const product = await readProduct('tools', release, lock, machine);
  const files = [
    ...product.files,
    ...(await besideProduct(node.key)),
    { path: 'LICENSES.packages.txt', mode: 0o644, bytes: Buffer.from(await licencesOf(product.packages)) },
  ];
  const packaged = packagedTools(release, machine);
  const name = commonName(packaged);
  const folder = join(out, name);
  await rm(folder, { recursive: true, force: true });
  await writeFolder(folder, files);
  await settleFolder(folder, release.epochSeconds);
  const sbom = sbomOf(release, product.packages, { ...machine, name: node.name, version: node.version });
  await writeFile(join(out, `${name}.cdx.json`), sbom);
  const [zip, deb] = [fileNames.zip(packaged).join(''), fileNames.deb(packaged).join('')];
  await writeFile(join(out, zip), await writeZip(files, name, release.epochSeconds));
  await writeDeb(join(out, deb), release, machine, folder, files);
  return [`${name}.cdx.json`, zip, deb];
}

async function besideProduct(node: string): Promise<readonly PackageFile[]> {
  const run = await readFile(join(import.meta.dirname, 'run.sh'));
  return [
    { path: 'node', mode: 0o755, bytes: await readFile(join(projectRoot, node, 'bin/node')) },
    { path: 'LICENSE.node.txt', mode: 0o644, bytes: await readFile(join(projectRoot, node, 'LICENSE')) },
    ...commands.map((path) => ({ path, mode: 0o755, bytes: run })),
  ];
}

async function writeDeb(
  file: string,
  release: Release,
  machine: Machine,
  folder: string,
  files: readonly PackageFile[],
): Promise<void> {
  const control = {
    name: `${release.name}-tools`,
    architecture: debArchitecture[machine.arch],
    depends: await libraryPackages(folder, files),
    summary: 'counter for prepaid cards, from a shell',
    description: ['The same counter without a window, and the practice service of a training.'],
  };
  const links = commands.map((command) => [`usr/bin/${command}`, `../lib/counterfoil-tools/${command}`] as const);
  const installed = files.map((file) => ({ ...file, path: `${home}/${file.path}` }));
  const copyright = await readFile(join(import.meta.dirname, 'copyright'));
  const about = { path: 'usr/share/doc/counterfoil-tools/copyright', mode: 0o644, bytes: copyright };
  await packDeb(file, release, control, [...installed, about], Object.fromEntries(links));
}

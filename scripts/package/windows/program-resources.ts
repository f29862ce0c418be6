import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { getRawHeader } from '@electron/asar';
import { NtExecutable, NtExecutableResource, Resource } from 'resedit';
import type { Release } from '../release.ts';
import { readIcons } from './icon.ts';

const english = { lang: 1033, codepage: 1200 } as const;

/**
 * Writes into Windows' program what it says of itself, its icon, and the hash of the archive's header, which Electron
 * compares before it runs the archive (a fuse).
 */
export async function setResources(program: string, archive: string, release: Release): Promise<void> {
  const executable = NtExecutable.from(await readFile(program));
  const resources = NtExecutableResource.from(executable);
  await setIcon(resources.entries);
  setVersion(resources.entries, release);
  resources.entries.push({
    type: 'Integrity',
    id: 'ElectronAsar',
    ...english,
    bin: new Uint8Array(Buffer.from(JSON.stringify(integrityOf(archive)))).buffer,
  });
  resources.outputResource(executable);
  await writeFile(program, Buffer.from(executable.generate()));
}

/** With backslashes, wherever it is packaged: Electron looks for the very text. */
function integrityOf(archive: string): readonly object[] {
  const value = createHash('sha256').update(getRawHeader(archive).headerString).digest('hex');
  return [{ file: 'resources\\app.asar', alg: 'SHA256', value }];
}

type Entries = NtExecutableResource['entries'];

async function setIcon(entries: Entries): Promise<void> {
  const [group] = Resource.IconGroupEntry.fromEntries(entries);
  Resource.IconGroupEntry.replaceIconsForResource(entries, group?.id ?? 1, group?.lang ?? english.lang, [
    ...(await readIcons()),
  ]);
}

function setVersion(entries: Entries, release: Release): void {
  const version = Resource.VersionInfo.fromEntries(entries)[0] ?? Resource.VersionInfo.createEmpty();
  const numbers = `${release.version.replace(/[^\d.].*$/, '')}.0`;
  version.setFileVersion(numbers, english.lang);
  version.setProductVersion(numbers, english.lang);
  const said = { ProductName: 'Counterfoil', FileDescription: 'Counterfoil', ProductVersion: release.version };
  const names = {
    InternalName: 'Counterfoil',
    OriginalFilename: 'Counterfoil.exe',
    CompanyName: '',
    LegalCopyright: '',
  };
  version.setStringValues(english, { ...said, ...names, FileVersion: release.version });
  version.outputToResourceEntries(entries);
}

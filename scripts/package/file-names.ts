import { debArchitecture, debVersion } from './deb/control.ts';
import type { Architecture, Platform } from './electron-runtime.ts';

/** What the name of a file says of what is in it. */
export interface Packaged {
  readonly name: string;
  readonly version: string;
  readonly platform: Platform;
  readonly arch: Architecture;
}

/** What all files of a package are called, before their endings. */
export function commonName({ name, version, platform, arch }: Packaged): string {
  return `${name}-${version}-${platform}-${arch}`;
}

/** How the file of each kind begins and ends; in a feed a new file has letters of its own between them. */
export const fileNames = {
  zip: (packaged) => [commonName(packaged), '.zip'],
  deb: ({ name, version, arch }) => [`${name}_${debVersion(version)}_${debArchitecture[arch]}`, '.deb'],
  nsis: (packaged) => [commonName(packaged), '-setup.exe'],
} satisfies Readonly<Record<string, (packaged: Packaged) => readonly [start: string, end: string]>>;

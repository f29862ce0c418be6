import { installationOf } from './installation.ts';

/** Where the `.deb` puts the program. */
const debFolder = '/usr/lib/counterfoil';

/**
 * How a newer version takes the place of the running one. `swap`: the counter does it. `administrator`: an
 * administrator installs what the counter has checked. `elsewhere`: a person gets it where the publisher offers it.
 */
export type UpdateWay = 'swap' | 'administrator' | 'elsewhere';

/** The program that is running, as it was installed. */
export interface RunningProgram {
  readonly version: string;
  readonly folder: string;
  readonly way: UpdateWay;
  /** What a release calls the package for it: `linux-x64-zip` and the like. */
  readonly target: string;
}

export function runningProgram(
  folder: string,
  version: string,
  { platform, arch }: Pick<NodeJS.Process, 'platform' | 'arch'> = process,
): RunningProgram {
  const of = (way: UpdateWay, kind: string): RunningProgram => ({
    version,
    folder,
    way,
    target: `${platform}-${arch}-${kind}`,
  });
  if (installationOf(folder, platform) !== null) return of('swap', 'zip');
  if (platform === 'linux' && folder === debFolder) return of('administrator', 'deb');
  return of('elsewhere', platform === 'win32' ? 'nsis' : 'zip');
}

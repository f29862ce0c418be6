import type { Architecture } from '../electron-runtime.ts';
import type { Release } from '../release.ts';

export const debArchitecture: Readonly<Record<Architecture, string>> = { x64: 'amd64', arm64: 'arm64' };

/** A version that comes before another is before it for dpkg too: 1.0.0-rc.1 would be after 1.0.0. */
export function debVersion(version: string): string {
  return version.replace('-', '~');
}

/** Who answers for a package, where the publisher does not say so. */
const nobodyYet = 'The publisher of Counterfoil <publisher@counterfoil.invalid>';

export interface ControlParts {
  readonly name: string;
  readonly architecture: string;
  /** As dpkg-shlibdeps writes them. */
  readonly depends: string;
  readonly recommends?: string;
  readonly summary: string;
  readonly description: readonly string[];
}

/** The fields that dpkg reads of a package. */
export function controlOf(
  release: Release,
  parts: ControlParts,
  installedKib: number,
  env: NodeJS.ProcessEnv = process.env,
): string {
  const fields = [
    ['Package', parts.name],
    ['Version', debVersion(release.version)],
    ['Architecture', parts.architecture],
    ['Maintainer', env['COUNTERFOIL_MAINTAINER'] ?? nobodyYet],
    ['Installed-Size', String(installedKib)],
    ['Depends', parts.depends],
    ...(parts.recommends === undefined ? [] : [['Recommends', parts.recommends] as const]),
    ['Section', 'misc'],
    ['Priority', 'optional'],
    ['Description', [parts.summary, ...parts.description.map((line) => ` ${line}`)].join('\n')],
  ] as const;
  return fields.map(([name, value]) => `${name}: ${value}\n`).join('');
}

import { createHash } from 'node:crypto';
import type { LockedPackage } from './lock-file.ts';
import type { Machine } from './product.ts';
import type { Release } from './release.ts';

/** What runs a package's files, by the name of the package that it came in. */
export interface Runtime extends Machine {
  readonly name: string;
  readonly version: string;
}

/** The parts of a package as CycloneDX 1.6, from the lock file. */
export function sbomOf(release: Release, packages: readonly LockedPackage[], runtime: Runtime): string {
  const components = [runtimeComponent(runtime), ...packages.map(component)];
  const document = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify([release.commit, runtime.platform, runtime.arch, components]))}`,
    version: 1,
    metadata: {
      timestamp: new Date(release.epochSeconds * 1000).toISOString(),
      component: {
        type: 'application',
        'bom-ref': release.name,
        name: release.name,
        version: release.version,
      },
    },
    components,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function runtimeComponent({ name, version, platform, arch }: Runtime): object {
  return {
    type: 'framework',
    'bom-ref': `pkg:npm/${name}@${version}`,
    name,
    version,
    purl: `pkg:npm/${name}@${version}`,
    licenses: [{ license: { id: 'MIT' } }],
    properties: [{ name: 'counterfoil:machine', value: `${platform}-${arch}` }],
  };
}

function component({ key, name, version, licence, integrity }: LockedPackage): object {
  const [scope, plain] = name.startsWith('@') ? name.split('/') : [undefined, name];
  const path = scope === undefined ? plain : `${scope.replace('@', '%40')}/${plain}`;
  return {
    type: 'library',
    // Two of the same version may lie in two places.
    'bom-ref': key,
    ...(scope === undefined ? {} : { group: scope }),
    name: plain,
    version,
    purl: `pkg:npm/${path}@${version}`,
    ...(licence === '' ? {} : { licenses: [{ expression: licence }] }),
    ...(integrity.startsWith('sha512-') ? { hashes: [{ alg: 'SHA-512', content: hexOf(integrity) }] } : {}),
  };
}

function hexOf(integrity: string): string {
  return Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex');
}

/** Of the form that a random one has, and the same for the same text. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

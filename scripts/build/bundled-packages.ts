import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'rolldown';

/** From the project's own node_modules to the folder of the package: the key that the lock file has for it. */
const lockKey = /(?:^|\/)(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)/;

/**
 * Writes into `packages/NAME.json` under `folder` which packages a build took something from: what is bundled must be
 * in the product's list of parts and of licences, and no other file says so.
 */
export function bundledPackages(folder: string, name: string): Plugin {
  return {
    name: 'bundled-packages',
    async generateBundle(_options, bundle) {
      const assets = Object.values(bundle).flatMap((output) =>
        output.type === 'asset' ? output.originalFileNames : [],
      );
      const keys = [...this.getModuleIds(), ...assets].flatMap(
        (id) => lockKey.exec(id.replaceAll('\\', '/'))?.[1] ?? [],
      );
      await mkdir(join(folder, 'packages'), { recursive: true });
      await writeFile(
        join(folder, 'packages', `${name}.json`),
        `${JSON.stringify([...new Set(keys)].sort(), null, 2)}\n`,
      );
    },
  };
}

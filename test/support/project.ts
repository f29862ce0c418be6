import { join } from 'node:path';

/** The folder that holds package.json. */
export const projectRoot = join(import.meta.dirname, '../..');

/** What `npm run build` makes; tests of whole processes run these and nothing else. */
export const bundles = {
  counter: join(projectRoot, 'out/counter.mjs'),
  sandbox: join(projectRoot, 'out/sandbox.mjs'),
  browserHost: join(projectRoot, 'out/browser-host.mjs'),
} as const;

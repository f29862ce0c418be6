import { readFileSync } from 'node:fs';

/** What is built, and where to: for development and tests, or, in a folder of its own, what a shop gets. */
const packaged = process.env['COUNTERFOIL_BUILD'] === 'packaged';

/** A bug is named by its class in the log for support; whoever builds the same commit finds its place in the file. */
const keepNames = { class: true, function: false };

/** It is checked by the counter's own rules, which no other build has to load. */
async function updates(): Promise<string> {
  const { updateSource } = await import('./update-source.ts');
  return updateSource(process.env);
}

function version(): string {
  const { version: written } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return written;
}

export const target = {
  /** From the project's folder on; a test builds a second time beside the first. */
  folder: packaged ? (process.env['COUNTERFOIL_BUILD_FOLDER'] ?? 'out/packaged') : 'out',
  /** A shop gets small files, which are read sooner; whoever develops gets files that can be read. */
  minify: packaged ? { compress: { keepNames }, mangle: { keepNames } } : false,
  /** Constants of the build, written into it. */
  define: {
    COUNTERFOIL_PACKAGED: String(packaged),
    COUNTERFOIL_VERSION: JSON.stringify(version()),
    COUNTERFOIL_UPDATES: packaged ? await updates() : 'null',
  },
} as const;

import { updateSource } from './update-source.ts';

/** What is built, and where to: for development and tests, or, in a folder of its own, what a shop gets. */
const packaged = process.env['COUNTERFOIL_BUILD'] === 'packaged';

export const target = {
  /** From the project's folder on; a test builds a second time beside the first. */
  folder: packaged ? (process.env['COUNTERFOIL_BUILD_FOLDER'] ?? 'out/packaged') : 'out',
  /** Constants of the build, written into it. */
  define: {
    COUNTERFOIL_PACKAGED: String(packaged),
    COUNTERFOIL_UPDATES: packaged ? updateSource(process.env) : 'null',
  },
} as const;

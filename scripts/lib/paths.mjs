import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds package.json. */
export const projectRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** What may be deleted at any time and is made again when needed. */
export const cacheFolder = join(projectRoot, '.cache');

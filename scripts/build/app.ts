import { join } from 'node:path';
import { build } from 'electron-vite';

const root = join(import.meta.dirname, '../..');

await build({ root, configFile: join(root, 'electron.vite.config.ts'), logLevel: 'warn' });

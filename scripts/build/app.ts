import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { resolveConfig } from 'electron-vite';
import { build } from 'vite';

const root = join(import.meta.dirname, '../..');
const entries = { main: 'src-main/hosts/electron/main.ts', preload: 'src-preload/preload.ts', renderer: 'src-renderer/index.html' } as const;

process.env['NODE_ENV_ELECTRON_VITE'] = 'production';
const configFile = join(root, 'electron.vite.config.ts');
const resolved = await resolveConfig({ root, configFile, logLevel: 'warn', ignoreConfigWarning: true }, 'build', 'production');
for (const part of ['main', 'preload', 'renderer'] as const) {
  const config = resolved.config?.[part];
  if (config !== undefined && existsSync(join(root, entries[part]))) await build(config);
  else console.error(`Not built yet: ${entries[part]} does not exist.`);
}

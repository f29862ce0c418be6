import { join } from 'node:path';
import { fetchElectron, findElectron } from './lib/electron.ts';
import { start } from './lib/start.ts';
import { projectRoot } from './lib/tools.ts';

process.exitCode = await start({
  machine: { platform: process.platform, env: process.env, userId: process.getuid?.() },
  electron: async () => findElectron() ?? (await fetchElectron()),
  app: projectRoot,
  browserHost: join(projectRoot, 'out/browser-host.mjs'),
  args: process.argv.slice(2),
});

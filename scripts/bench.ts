import { globSync } from 'node:fs';
import { join } from 'node:path';
import { runToEnd } from './lib/child.mjs';
import { projectRoot } from './lib/tools.ts';

/**
 * Every test/bench/*.bench.ts, or those whose names contain the argument, one after the other so that they do not
 * disturb each other.
 */
const wanted = process.argv[2] ?? '';
const files = globSync('test/bench/*.bench.ts', { cwd: projectRoot })
  .filter((file) => file.includes(wanted))
  .sort();
if (files.length === 0) {
  console.error(`No benchmark matches "${wanted}" in test/bench.`);
  process.exit(1);
}
for (const file of files) {
  console.error(`\n${file}`);
  const ended = await runToEnd(process.execPath, [join(projectRoot, file)], { stdio: 'inherit' });
  if (ended.exitCode !== 0) process.exitCode = ended.exitCode;
}

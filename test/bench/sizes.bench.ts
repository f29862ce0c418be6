import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../support/project.ts';
import { speedRow } from './speed-rows.ts';

/** What a shop gets, minified: the code that each program reads, without styles and typefaces. */
const folder = join(projectRoot, 'out/packaged');

function kilobytes(patterns: readonly string[]): number {
  const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: folder }));
  if (files.length === 0) throw new Error(`nothing is built at ${patterns.join(' ')}`);
  return files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0) / 1000;
}

/** The scripts of the page and of its first screen, and all that they import before they run. */
function firstScreen(): readonly string[] {
  const page = readFileSync(join(folder, 'renderer/index.html'), 'utf8');
  const scripts = [...page.matchAll(/src="\.\/([^"]*\.js)"/g)].map(([, script = '']) => join('renderer', script));
  const files = new Set([...scripts, ...globSync('renderer/assets/first-*.js', { cwd: folder })]);
  for (const file of files) {
    const code = readFileSync(join(folder, file), 'utf8');
    for (const [, name = ''] of code.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g))
      files.add(join('renderer/assets', name));
  }
  return [...files];
}

const sizes = [
  { work: 'main', patterns: ['main/*.js'], mostKb: 450 },
  {
    work: 'main without what saves codes for a company, read when it is needed',
    patterns: ['main/!(archive).js'],
    mostKb: 450,
  },
  { work: 'the command line', patterns: ['counter.mjs'], mostKb: 400 },
  { work: 'the screens', patterns: ['renderer/assets/*.js'], mostKb: 600 },
  { work: 'the screens, before the first one is seen', patterns: firstScreen(), mostKb: 420 },
];

for (const { work, patterns, mostKb } of sizes) {
  const kb = kilobytes(patterns);
  speedRow({
    work: `built and minified: ${work}`,
    measured: `${Math.round(kb)} KB`,
    limit: 'nothing: it is a size',
    toReach: `<= ${mostKb} KB`,
    isReached: kb <= mostKb,
  });
}

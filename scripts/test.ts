import { launchChromium } from './lib/chromium.ts';
import { runChecks } from './lib/checks.ts';
import { isStopping } from './lib/tools.ts';
import { addCounts, runProject, sayCounts } from './lib/vitest.ts';

/** In the order in which a mistake is cheapest to understand. */
const projects = ['sandbox', 'crash', 'proofs', 'acceptance', 'ui', 'e2e'];

const chromium = await launchChromium();
if (!chromium.ok) {
  console.error(chromium.error);
  process.exit(1);
}
await chromium.browser.close();
let { ok, counts } = await runChecks();
for (const project of projects) {
  if (isStopping()) break;
  console.error(`\n${project}`);
  const result = await runProject(project, 'show');
  ok = ok && result.exitCode === 0;
  counts = addCounts(counts, result.counts);
}
process.exitCode = ok && !isStopping() ? 0 : 1;
process.stdout.write(`${sayCounts(counts)}\n`);

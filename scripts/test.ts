import { runChecks } from './lib/checks.ts';
import { launchChromium } from './lib/chromium.ts';
import { isStopping } from './lib/tools.ts';
import { addCounts, runProjects, sayCounts } from './lib/vitest.ts';

/** Together: what waits for a service or a window leaves the cores to what works. */
const projects = ['sandbox', 'crash', 'acceptance', 'proofs', 'ui', 'package', 'e2e'];

const chromium = await launchChromium();
if (!chromium.ok) {
  console.error(chromium.error);
  process.exit(1);
}
await chromium.browser.close();
let { ok, counts, failures } = await runChecks();
if (!isStopping()) {
  console.error(`\n${projects.join(', ')}`);
  const result = await runProjects(projects, 'show');
  ok = ok && result.exitCode === 0;
  counts = addCounts(counts, result.counts);
  failures = [...failures, ...result.failures];
}
process.exitCode = ok && !isStopping() ? 0 : 1;
// Whoever reads only the end of a log learns from it what failed.
process.stdout.write(['', ...failures.map((failure) => `FAILED ${failure}`), `${sayCounts(counts)}\n`].join('\n'));

import { runProjects, sayCounts } from './lib/vitest.ts';

/**
 * The acceptance tests alone: against a sandbox that they start, or the service that ACCEPTANCE_DEPLOYMENT describes.
 */
const result = await runProjects(['acceptance'], 'show', process.argv.slice(2));
process.exitCode = result.exitCode;
process.stdout.write(`${sayCounts(result.counts)}\n`);

import { runProjects, sayCounts } from '../../scripts/lib/vitest.ts';

const { counts, exitCode } = await runProjects(['package'], 'show');
console.log(sayCounts(counts));
process.exitCode = exitCode;

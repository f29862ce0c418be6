import { runChecks } from './lib/checks.ts';

const { ok } = await runChecks();
process.exitCode = ok ? 0 : 1;

import { runTool } from './lib/tools.ts';

/** Formats every file in place; `check` says where that was not done. */
const { exitCode } = await runTool({ tool: 'oxfmt', args: ['.'], output: 'show' });
process.exitCode = exitCode;

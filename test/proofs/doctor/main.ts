import { parseArgs } from 'node:util';

import { writeSection } from '../report.ts';
import { holds, prove, sectionOf, summaryOf, tableOf } from './prove.ts';

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const { results, seconds } = await prove();
const isHeld = holds(results);
process.stdout.write(`${tableOf(results, 'text')}\n\n${summaryOf(results)}\n${isHeld ? 'holds' : 'FAILS'}: ${seconds.toFixed(1)} s\n`);
if (values.write && isHeld) writeSection('proof:doctor', sectionOf(results));
process.exitCode = isHeld ? 0 : 1;

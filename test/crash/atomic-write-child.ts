import { readFileSync, writeFileSync, writeSync } from 'node:fs';
import { syncFile, writeFileAtomically } from '../../src-main/files/atomic-write.ts';

/**
 * Replaces the file in its first argument by each of the others, and says each that is durable. Then it puts the last
 * one into a file beside it that is there already, as a backup is made, and makes that durable.
 */
const [path = '', ...contents] = process.argv.slice(2);
for (const content of contents) {
  if (!writeFileAtomically(path, Buffer.from(content)).ok) throw new Error('not written');
  writeSync(1, `${content}\n`);
}
writeFileSync(`${path}.copy`, readFileSync(path));
syncFile(`${path}.copy`);

import { writeSync } from 'node:fs';

import { writeFileAtomically } from '../../src-main/files/atomic-write.ts';

/** Replaces the file in its first argument by each of the others, and says each that is durable. */
const [path = '', ...contents] = process.argv.slice(2);
for (const content of contents) {
  if (!writeFileAtomically(path, Buffer.from(content)).ok) throw new Error('not written');
  writeSync(1, `${content}\n`);
}

import { writeSync } from 'node:fs';
import { openOrThrow } from './journal-fixture.ts';

/**
 * A process of its own for the journal's tests: appends events to the journal in its first argument until it is killed
 * or refused, and writes each sequence number to stdout once the commit has returned.
 */
const journal = openOrThrow(process.argv[2] ?? '');
for (let n = 0; ; n += 1) {
  const appended = journal.append({ subject: '', kind: 'filler', body: { n, text: 'x'.repeat(2_000) } });
  if (!appended.ok) {
    writeSync(1, `${appended.error.code} ${journal.head().seq}\n`);
    process.exit(0);
  }
  writeSync(1, `${appended.value[0]?.seq ?? 0}\n`);
}

import { openLocalRecords } from '../../src-main/app/counter/counter.ts';
import { systemClock, systemRandomness } from '../../src-main/hosts/system-ports.ts';

/** A process of its own that records one event in the journal of a folder and is killed with the journal open. */
const opened = openLocalRecords({
  directory: process.argv[2] ?? '',
  clock: systemClock,
  randomness: systemRandomness,
});
if (!opened.ok) throw new Error(opened.error.code);
opened.value.journal.append({ subject: '', kind: 'noted', body: {} });
process.kill(process.pid, 'SIGKILL');

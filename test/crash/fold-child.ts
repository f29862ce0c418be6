import { journalRules } from '../../src-main/app/counter/journal-rules.ts';
import { systemRandomness } from '../../src-main/hosts/system-ports.ts';
import { openJournal } from '../../src-main/journal/open-journal.ts';

/**
 * Opens the journal of its first argument at the time of its second, which makes what is due; SIGKILL ends it at the
 * step whose number is its third. It says each step that it comes to.
 */
const [directory = '', at = '', killed = '0'] = process.argv.slice(2);
const clock = { nowMs: () => Number(at), monotonicMs: () => performance.now(), sleep: () => Promise.resolve() };
let steps = 0;
const opened = openJournal({
  rules: journalRules,
  directory,
  clock,
  randomness: systemRandomness,
  // A copy of the folder passes for the folder itself.
  identity: { machineId: () => 'here', fileIdentity: () => 'the folder' },
  keepingStep: (step) => {
    steps += 1;
    process.stdout.write(`${step}\n`);
    if (steps !== Number(killed)) return;
    process.kill(process.pid, 'SIGKILL');
    // Nothing may run between the signal and its delivery.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  },
});
if (!opened.ok) throw new Error(opened.error.code);
opened.value.close();

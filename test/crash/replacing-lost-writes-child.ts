import { readdirSync } from 'node:fs';
import { journalRules } from '../../src-main/app/counter/journal-rules.ts';
import { systemRandomness } from '../../src-main/hosts/system-ports.ts';
import { restoreJournal } from '../../src-main/journal/restore.ts';

/**
 * Restores the backup of its second argument in the place of the journal in the folder of its first, at the time of its
 * third. Prints which files the disk has at each step, and why it was not done.
 */
const [, , directory = '', file = '', atMs = ''] = process.argv;
const clock = { nowMs: () => Number(atMs), monotonicMs: () => Number(atMs), sleep: () => Promise.resolve() };
const onDisk = (): readonly string[] =>
  readdirSync(process.env['LOST_WRITES_DISK'] ?? '')
    .filter((name) => /^journal\.db(?!.*(-shm|\.unnamed)$)/.test(name))
    .sort();
const steps: (readonly [string, readonly string[]])[] = [];
const restored = restoreJournal({
  rules: journalRules,
  directory,
  file,
  clock,
  randomness: systemRandomness,
  step: (step) => steps.push([step, onDisk()]),
});
process.stdout.write(
  JSON.stringify({ failure: restored.ok ? null : restored.error, steps: Object.fromEntries(steps) }),
);

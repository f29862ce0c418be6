import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { journalRules } from '../../src-main/app/counter/journal-rules.ts';
import { systemClock, systemRandomness } from '../../src-main/hosts/system-ports.ts';
import type { Journal } from '../../src-main/journal/journal.ts';
import { openJournal } from '../../src-main/journal/open-journal.ts';
import { restoreJournal } from '../../src-main/journal/restore.ts';
import { perTransaction, sellMany } from './many-operations.ts';

/**
 * A journal of 100,000 operations (or as many as the variable says), each with the events of an order and the sealed
 * answer of a sale.
 */
const operations = Number(process.env['JOURNAL_OPERATIONS'] ?? 100_000);

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-'));
const directory = join(folder, 'counter');

function open(): Journal {
  const opened = openJournal({ rules: journalRules, directory, clock: systemClock, randomness: systemRandomness });
  if (!opened.ok) throw new Error(opened.error.code);
  return opened.value;
}

/** Time by the clock, and of the processor: a machine that others use too stretches the first alone. */
function timed<T>(name: string, work: () => T): T {
  const [startedAt, usedBefore] = [performance.now(), process.cpuUsage()];
  const value = work();
  const { user, system } = process.cpuUsage(usedBefore);
  const shown = (ms: number): string => `${ms.toFixed(ms < 100 ? 2 : 0).padStart(10)} ms`;
  console.log(`${name.padEnd(54)}${shown(performance.now() - startedAt)}${shown((user + system) / 1000)}`);
  return value;
}

function run(): void {
  console.log(
    `A journal of ${operations} operations, Node ${process.versions.node}; by the clock, and of the processor\n`,
  );
  let journal = open();
  timed(`append them, ${perTransaction} in a transaction`, () => sellMany(journal, operations));
  timed('close, with the backup of the day', () => journal.close());
  const { size } = statSync(join(directory, 'journal.db'));
  journal = timed('open', open);
  timed('one event, one durable commit', () => journal.append({ subject: '', kind: 'noted', body: {} }));
  timed('hold room for an answer, the first time', () => journal.reserve());
  timed('list the pending ones', () => journal.pending());
  timed('a page of 50', () => journal.projectedPage({ limit: 50 }));
  const before = process.memoryUsage.rss();
  const verified = timed('journal verify: the chain and every sealed answer', () => journal.verify());
  const differing = timed('journal verify: every operation with its events', () => journal.compareProjection());
  const grownMb = (process.memoryUsage.rss() - before) / 1e6;
  timed('backup', () => journal.backup(join(folder, 'copy.db')));
  journal.close();
  const restored = timed('restore, with the check of the whole copy', () =>
    restoreJournal({
      rules: journalRules,
      directory,
      file: join(folder, 'copy.db'),
      clock: systemClock,
      randomness: systemRandomness,
    }),
  );
  if (!verified.ok || differing.length > 0 || !restored.ok) throw new Error('The journal of this run does not verify');
  console.log(
    `\n${verified.value.rows} events, ${(size / 1e6).toFixed(0)} MB; ` +
      `both halves of "journal verify" took ${grownMb.toFixed(0)} MB of memory more`,
  );
}

try {
  run();
} finally {
  rmSync(folder, { recursive: true });
}

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock, systemRandomness } from '../../src-main/hosts/system-ports.ts';
import { orderIntendedKind } from '../../src-main/journal/event.ts';
import type { Journal, JournalTransaction } from '../../src-main/journal/journal.ts';
import { openJournal } from '../../src-main/journal/open-journal.ts';
import { restoreJournal } from '../../src-main/journal/restore.ts';

/** A journal of 100,000 operations (or as many as the variable says), each with the events and the sealed answer of a sale. */
const operations = Number(process.env['JOURNAL_OPERATIONS'] ?? 100_000);
const perTransaction = 1_000;
const sealedBytes = 1_500;

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-'));
const directory = join(folder, 'counter');

function open(): Journal {
  const opened = openJournal({ directory, clock: systemClock, randomness: systemRandomness });
  if (!opened.ok) throw new Error(opened.error.code);
  return opened.value;
}

function sell(tx: JournalTransaction, n: number): void {
  const id = systemRandomness.uuid();
  const attempt = systemRandomness.uuid();
  const pending = n % 500 === 0;
  tx.append({ subject: id, kind: orderIntendedKind, body: { walletId: id, cardId: id, quantity: 1, body: 'x'.repeat(220), pinned: { url: 'https://partner.example/v1/wallets/orders', keyId: id } } });
  tx.append({ subject: id, kind: 'attempt-started', body: { attempt, headers: Array.from({ length: 12 }, (_, index) => [`header-${index}`, 'y'.repeat(60)]) } });
  const sealed = tx.fileSealed(`answer:${attempt}`, { ciphertext: systemRandomness.bytes(sealedBytes), wrappedKey: systemRandomness.bytes(60) });
  tx.append({ subject: id, kind: 'answer-sealed', body: { attempt, sealed, httpStatus: 201 } });
  tx.append({ subject: id, kind: 'answer-judged', body: { attempt, sealed, httpStatus: 201, verdict: { outcome: 'completed', invoiceId: id } } });
  tx.append({ subject: id, kind: 'codes-shown', body: { soldCardIds: [id] } });
  if (!pending) tx.append({ subject: id, kind: 'codes-handed-over', body: {} });
  tx.upsertOperation({
    operationId: id, state: pending ? 'unknown' : 'completed', pending, unsettled: pending, walletId: id, cardId: id, quantity: 1, invoiceId: id, externalReference: null,
    search: `${id.replaceAll('-', ' ')} till 4 زين 10 zain 10`,
    intendedAtMs: n, updatedAtMs: n, nextAttemptAtMs: pending ? n : null, view: {},
  });
}

function timed<T>(name: string, work: () => T): T {
  const startedAt = process.hrtime.bigint();
  const value = work();
  const ms = Number(process.hrtime.bigint() - startedAt) / 1e6;
  console.log(`${name.padEnd(52)}${ms.toFixed(ms < 100 ? 2 : 0).padStart(10)} ms`);
  return value;
}

function run(): void {
  console.log(`A journal of ${operations} operations, Node ${process.versions.node}\n`);
  let journal = open();
  timed(`append them, ${perTransaction} in a transaction`, () => {
    for (let n = 0; n < operations;) {
      const end = Math.min(operations, n + perTransaction);
      const done = journal.transaction((tx) => {
        for (; n < end; n += 1) sell(tx, n);
      });
      if (!done.ok) throw new Error(done.error.code);
    }
  });
  timed('close, with the backup of the day', () => journal.close());
  const { size } = statSync(join(directory, 'journal.db'));
  journal = timed('open', open);
  timed('one event, one durable commit', () => journal.append({ subject: '', kind: 'noted', body: {} }));
  timed('hold room for an answer, the first time', () => journal.reserve());
  timed('list the pending ones', () => journal.pendingOperations());
  timed('a page of 50', () => journal.operations({ limit: 50 }));
  const before = process.memoryUsage.rss();
  const verified = timed('verify the whole chain and every sealed answer', () => journal.verify());
  const grownMb = (process.memoryUsage.rss() - before) / 1e6;
  timed('backup', () => journal.backup(join(folder, 'copy.db')));
  journal.close();
  const restored = timed('restore, with the check of the whole copy', () => restoreJournal({ directory, file: join(folder, 'copy.db'), clock: systemClock, randomness: systemRandomness }));
  if (!verified.ok || !restored.ok) throw new Error('The journal of this run does not verify');
  console.log(`\n${verified.value.rows} events, ${(size / 1e6).toFixed(0)} MB; verifying took ${grownMb.toFixed(0)} MB of memory more`);
}

try {
  run();
} finally {
  rmSync(folder, { recursive: true });
}

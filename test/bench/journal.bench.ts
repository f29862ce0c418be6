import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { journalRules } from '../../src-main/app/counter/journal-rules.ts';
import { knownId, type CardId, type OperationId, type SoldCardId, type WalletId } from '../../src-main/core/ids.ts';
import { isAmount } from '../../src-main/core/money.ts';
import { systemClock, systemRandomness } from '../../src-main/hosts/system-ports.ts';
import type { Journal, JournalTransaction } from '../../src-main/journal/journal.ts';
import { openJournal } from '../../src-main/journal/open-journal.ts';
import { restoreJournal } from '../../src-main/journal/restore.ts';
import { orderEvent, type IntendedOrder, type Verdict } from '../../src-main/orders/machine/events.ts';
import { openOrderRecords, type OrderRecords } from '../../src-main/orders/records/order-records.ts';

/**
 * A journal of 100,000 operations (or as many as the variable says), each with the events of an order and the sealed
 * answer of a sale.
 */
const operations = Number(process.env['JOURNAL_OPERATIONS'] ?? 100_000);
const perTransaction = 1_000;
const sealedBytes = 1_500;

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-'));
const directory = join(folder, 'counter');

function open(): Journal {
  const opened = openJournal({ rules: journalRules, directory, clock: systemClock, randomness: systemRandomness });
  if (!opened.ok) throw new Error(opened.error.code);
  return opened.value;
}

/** One in 500 got no answer yet; the others were sold and handed over. */
function sell(tx: JournalTransaction, records: OrderRecords, n: number): void {
  const id = knownId<OperationId>(systemRandomness.uuid());
  const attempt = systemRandomness.uuid();
  const nowMs = systemClock.nowMs();
  const begun = [
    orderEvent(id, 'order-intended', intentOf(id, nowMs)),
    orderEvent(id, 'attempt-started', {
      attempt,
      call: 'createPartnerOrder',
      url: pinned.url,
      headers: Array.from({ length: 12 }, (_, index) => [`header-${index}`, 'y'.repeat(60)]),
      nonce: attempt,
      createdAtSeconds: Math.floor(nowMs / 1000),
      expiresAtSeconds: Math.floor(nowMs / 1000) + 60,
      keyId: pinned.keyId,
      profileHash: 'a'.repeat(43),
    }),
  ];
  if (n % 500 === 0) {
    records.recordIn(tx, id, [
      ...begun,
      orderEvent(id, 'attempt-lost', { attempt, reason: 'connection_lost', retryAtMs: nowMs }),
    ]);
    return;
  }
  const sealed = tx.fileSealed(`answer:${attempt}`, {
    ciphertext: systemRandomness.bytes(sealedBytes),
    wrappedKey: systemRandomness.bytes(60),
  });
  const soldCardIds = [knownId<SoldCardId>(systemRandomness.uuid())];
  const verdict: Verdict = {
    outcome: 'completed',
    invoiceId: systemRandomness.uuid(),
    soldCardIds,
    replayed: false,
    differs: [],
  };
  records.recordIn(tx, id, [
    ...begun,
    orderEvent(id, 'answer-sealed', { attempt, sealed, bytes: sealedBytes, httpStatus: 201 }),
    orderEvent(id, 'answer-judged', {
      attempt,
      sealed,
      httpStatus: 201,
      requestId: attempt,
      verdict,
      createdAtSeconds: Math.floor(nowMs / 1000),
      thenRead: false,
      retryAtMs: nowMs,
    }),
    orderEvent(id, 'codes-shown', { soldCardIds }),
    orderEvent(id, 'codes-handed-over', {}),
  ]);
}

const pinned = {
  deployment: 'https://partner.example',
  url: 'https://partner.example/v1/wallets/orders',
  contentType: 'application/json',
  keyId: systemRandomness.uuid(),
};

function intentOf(id: OperationId, nowMs: number): IntendedOrder {
  const price = '2.850';
  if (!isAmount(price)) throw new Error('no amount');
  return {
    walletId: knownId<WalletId>(pinned.keyId),
    cardId: knownId<CardId>(id),
    quantity: 1,
    unitPrice: price,
    total: { amount: price, currency: 'KWD' },
    useAllowedDebt: false,
    externalReference: 'till 4',
    cardName: { ar: 'زين 10', en: 'Zain 10' },
    body: 'x'.repeat(220),
    pinned: { ...pinned, idempotencyKey: id },
    wantedUntilMs: nowMs + 600_000,
    replaces: null,
  };
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
  const records = openOrderRecords(journal, () => undefined);
  timed(`append them, ${perTransaction} in a transaction`, () => {
    for (let n = 0; n < operations;) {
      const end = Math.min(operations, n + perTransaction);
      const done = journal.transaction((tx) => {
        for (; n < end; n += 1) sell(tx, records, n);
      });
      if (!done.ok) throw new Error(done.error.code);
    }
  });
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
    restoreJournal({ directory, file: join(folder, 'copy.db'), clock: systemClock, randomness: systemRandomness }),
  );
  if (!verified.ok || differing.length > 0 || !restored.ok) throw new Error('The journal of this run does not verify');
  console.log(
    `\n${verified.value.rows} events, ${(size / 1e6).toFixed(0)} MB; both halves of "journal verify" took ${grownMb.toFixed(0)} MB of memory more`,
  );
}

try {
  run();
} finally {
  rmSync(folder, { recursive: true });
}

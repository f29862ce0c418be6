import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLocalRecords } from '../../src-main/app/counter/counter.ts';
import { knownId, type CardId, type OperationId, type WalletId } from '../../src-main/core/ids.ts';
import { isAmount } from '../../src-main/core/money.ts';
import { systemClock, systemRandomness } from '../../src-main/hosts/system-ports.ts';
import { orderEvent, type NewOrderEvent } from '../../src-main/orders/machine/events.ts';
import { intentOf } from '../../src-main/orders/machine/placing.ts';
import { openOrderTexts, sealedIntent } from '../../src-main/orders/records/order-text.ts';
import { memorySealer } from '../../src-main/vault/memory-sealer.ts';
import { openVault } from '../../src-main/vault/vault.ts';

/** What it costs a sale that its body and reference lie sealed: durable intents as before and as now, in turns. */
const pairs = Number(process.env['SEALED_PAIRS'] ?? 1_000);
const uuid = <T extends string>(): T => knownId<T & OperationId>(systemRandomness.uuid());

const directory = mkdtempSync(join(tmpdir(), 'counterfoil-bench-'));
const vault = await openVault({ directory, sealer: memorySealer(systemRandomness), randomness: systemRandomness });
const local = openLocalRecords({ directory, clock: systemClock, randomness: systemRandomness });
if (!vault.ok || !local.ok) throw new Error('the folder does not open');
const { journal, records } = local.value;
records.openTexts(openOrderTexts(journal, vault.value));

function newIntent(): NewOrderEvent {
  const [subject, amount] = [uuid<OperationId>(), '1.250'];
  if (!isAmount(amount)) throw new Error('no amount');
  const draft = intentOf(
    {
      walletId: uuid<WalletId>(),
      cardId: uuid<CardId>(),
      quantity: 2,
      expectedUnitPrice: { amount, currency: 'KWD' },
      externalReference: `till 4 ${subject.slice(0, 8)}`,
      useAllowedDebt: false,
    },
    { countersignedJournal: false, maximumQuantity: 100 },
    {
      deployment: 'https://partner.example',
      url: `https://partner.example/v1/wallets/${subject}/orders`,
      contentType: 'application/json',
      idempotencyKey: subject,
      keyId: subject,
    },
    Date.now(),
  );
  if (!draft.ok) throw new Error(draft.error.code);
  return orderEvent(subject, 'order-intended', draft.value(journal.head().hash));
}

function timed(write: (intended: NewOrderEvent) => void): number {
  const intended = newIntent();
  const startedAt = performance.now();
  write(intended);
  return performance.now() - startedAt;
}

const asBefore = (intended: NewOrderEvent): void => void records.record(intended.subject, [intended]);
const asNow = (intended: NewOrderEvent): void => {
  const done = journal.transaction((tx) => {
    const stored = sealedIntent({ tx, vault: vault.value, randomness: systemRandomness }, intended);
    return records.recordIn(tx, intended.subject, [stored.intended], stored.beside);
  });
  if (!done.ok) throw new Error(done.error.code);
};

const [before, now]: [number[], number[]] = [[], []];
const size = (): number =>
  statSync(join(directory, 'journal.db')).size + statSync(join(directory, 'journal.db-wal')).size;
for (let n = 0; n < pairs; n += 1) {
  before.push(timed(asBefore));
  now.push(timed(asNow));
}
const median = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
const opened = performance.now();
let count = 0;
for (const { subject } of journal.events({ kind: 'order-intended' })) if (records.find(subject) !== null) count += 1;
const eachUs = ((performance.now() - opened) * 1000) / count;
console.log(`${pairs} durable intents with a reference each way, in turns, Node ${process.versions.node}`);
console.log(`in the clear, as before        median ${median(before).toFixed(3)} ms`);
console.log(`sealed beside the event        median ${median(now).toFixed(3)} ms`);
console.log(
  `reading any of the two back    mean ${eachUs.toFixed(0)} us; ${(size() / pairs / 2 / 1024).toFixed(1)} KiB a sale`,
);
local.value.close();
rmSync(directory, { recursive: true });

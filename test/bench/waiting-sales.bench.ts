import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCounter, openLocalRecords, type Counter } from '../../src-main/app/counter/counter.ts';
import { knownId, type OperationId } from '../../src-main/core/ids.ts';
import { deploymentIdentity } from '../../src-main/deployment/profile.ts';
import { createHttpTransport } from '../../src-main/hosts/http-transport.ts';
import { systemClock, systemRandomness } from '../../src-main/hosts/system-ports.ts';
import { orderEvent } from '../../src-main/orders/machine/events.ts';
import { createOrderScheduler } from '../../src-main/orders/scheduler/scheduler.ts';
import { memorySealer } from '../../src-main/vault/memory-sealer.ts';
import { amount, cardId, walletId } from '../unit/src-main/orders/order-samples.ts';
import {
  startScriptedService,
  type ScriptedService,
  type Seen,
  type ScriptedAnswer,
} from '../unit/src-main/orders/scripted-service.ts';

/** How soon a new sale is sent while so many orders are due, at a service that takes its time. */
const due = Number(process.env['DUE_ORDERS'] ?? 1_000);
const answerAfterMs = 300;
const sales = 10;

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-'));
const service = await startScriptedService(systemClock);
const counter = await open(service);
const sale = {
  walletId,
  cardId,
  quantity: 2,
  expectedUnitPrice: { amount: amount('1.250'), currency: 'KWD' },
  useAllowedDebt: false,
};
addDue(counter);
service.script(...Array.from({ length: due + sales + 1_000 }, () => slowly));
const runner = createOrderScheduler(counter.localRecords.records, counter.orders, systemClock, (bug) => {
  throw bug;
});
runner.start();
const waits: number[] = [];
for (let sale = 0; sale < sales; sale += 1) {
  await systemClock.sleep(1_000);
  waits.push(await sendingTakes(newId()));
}
const [old, seconds] = [service.seen.length - sales, sales + waits.reduce((sum, ms) => sum + ms, 0) / 1000];
await runner.stop();
counter.close();
await service.close();
rmSync(folder, { recursive: true });
const sorted = waits.toSorted((a, b) => a - b);
console.log(
  `new sales beside ${due} orders that are due, sent after: median ${Math.round(sorted[sales / 2] ?? 0)} ms, longest ${Math.round(sorted.at(-1) ?? 0)} ms`,
);
console.log(`meanwhile old orders went out: ${(old / seconds).toFixed(1)} a second`);

async function slowly({ headers }: Seen): Promise<ScriptedAnswer> {
  await systemClock.sleep(answerAfterMs);
  return {
    status: 202,
    body: { operationId: headers['idempotency-key'], status: 'processing' },
    headers: { 'retry-after': '3000' },
  };
}

async function sendingTakes(operationId: OperationId): Promise<number> {
  const atMs = performance.now();
  const placed = counter.orders.place(operationId, sale, { besidesPending: true });
  if (!placed.ok) throw new Error(placed.error.code);
  runner.wake();
  while (!service.seen.some(({ headers }) => headers['idempotency-key'] === operationId)) await systemClock.sleep(1);
  return performance.now() - atMs;
}

async function open({ profile }: ScriptedService): Promise<Counter> {
  const ports = { directory: folder, clock: systemClock, randomness: systemRandomness };
  const localRecords = openLocalRecords(ports);
  if (!localRecords.ok) throw new Error(localRecords.error.code);
  const opened = await openCounter(localRecords.value, profile, {
    ...ports,
    transport: createHttpTransport(),
    sealer: memorySealer(systemRandomness),
    language: () => 'en',
    step: () => undefined,
  });
  if (!opened.ok) throw new Error(opened.error.code);
  const { keyring } = opened.value;
  const made = keyring.make(deploymentIdentity(profile));
  if (!made.ok) throw new Error(made.error.code);
  keyring.bindKeyId(made.value.localId, systemRandomness.uuid());
  keyring.activate(made.value.localId);
  return opened.value;
}

/** Orders whose only request got no answer. */
function addDue({ session, orders, localRecords: { journal, records } }: Counter): void {
  const sample = orders.place(newId(), sale, { besidesPending: true });
  if (!sample.ok) throw new Error(sample.error.code);
  const { intent, wantedUntilMs } = sample.value;
  const [nowSeconds, attempt] = [Math.floor(systemClock.nowMs() / 1000), systemRandomness.uuid()];
  journal.transaction((tx) => {
    for (let count = 0; count < due; count += 1) {
      const operationId = newId();
      records.recordIn(tx, operationId, [
        orderEvent(operationId, 'order-intended', {
          ...intent,
          wantedUntilMs,
          pinned: { ...intent.pinned, idempotencyKey: operationId },
        }),
        orderEvent(operationId, 'attempt-started', {
          attempt,
          call: 'createPartnerOrder',
          url: intent.pinned.url,
          headers: [],
          nonce: null,
          createdAtSeconds: nowSeconds,
          expiresAtSeconds: nowSeconds + 60,
          keyId: intent.pinned.keyId,
          profileHash: session.profileHash,
        }),
        orderEvent(operationId, 'attempt-lost', { attempt, reason: 'connection_lost', retryAtMs: 0 }),
      ]);
    }
  });
}

function newId(): OperationId {
  return knownId<OperationId>(systemRandomness.uuid());
}

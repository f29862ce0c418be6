import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OperationId } from '../../src-main/core/ids.ts';
import { systemClock } from '../../src-main/hosts/system-ports.ts';
import { createOrderScheduler } from '../../src-main/orders/scheduler/scheduler.ts';
import { startScriptedService, type Seen, type ScriptedAnswer } from '../unit/src-main/orders/scripted-service.ts';
import { addDue, newId, openEnrolled, sale } from './enrolled-counter.ts';

/** How soon a new sale is sent while so many orders are due, at a service that takes its time. */
const due = Number(process.env['DUE_ORDERS'] ?? 1_000);
const answerAfterMs = 300;
const sales = 10;

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-'));
const service = await startScriptedService(systemClock);
const counter = await openEnrolled(folder, service.profile);
addDue(counter, due);
service.script(...Array.from({ length: due + sales + 1_000 }, () => slowly));
const runner = createOrderScheduler(counter.localRecords.records, counter.orders, systemClock, (bug) => {
  throw bug;
});
runner.start();
const waits: number[] = [];
for (let sold = 0; sold < sales; sold += 1) {
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
  `new sales beside ${due} orders that are due, sent after: median ${Math.round(sorted[sales / 2] ?? 0)} ms, ` +
    `longest ${Math.round(sorted.at(-1) ?? 0)} ms`,
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

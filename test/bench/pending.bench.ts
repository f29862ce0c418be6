import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { systemClock } from '../../src-main/hosts/system-ports.ts';
import { createOrderScheduler } from '../../src-main/orders/scheduler/scheduler.ts';
import { addDue, openEnrolled } from './enrolled-counter.ts';
import type { ServiceMessage } from './pending-service.ts';
import { speedRow } from './speed-rows.ts';

/**
 * A counter that is opened with so many orders of which nobody knows the result, across from a service in a thread of
 * its own that once has had too many requests: what each order costs the thread that also serves the screens.
 */
const due = Number(process.env['PENDING_ORDERS'] ?? 10_000);
const forMs = Number(process.env['PENDING_SECONDS'] ?? 60) * 1000;
/** Of the opening and of the first looks: what each order costs is asked after them. */
const warmingMs = 5_000;
const mostInASecond = 10;
const frameMs = 1000 / 60;

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-'));
const directory = join(folder, 'counter');
const service = new Worker(new URL('pending-service.ts', import.meta.url));
try {
  await run();
} finally {
  await service.terminate();
  rmSync(folder, { recursive: true });
}

async function run(): Promise<void> {
  const listens = await said('listens');
  const before = await openEnrolled(directory, listens.profile);
  addDue(before, due);
  before.close();

  const openedAt = performance.now();
  const counter = await openEnrolled(directory, listens.profile);
  const openMs = performance.now() - openedAt;
  const { records } = counter.localRecords;
  const runner = createOrderScheduler(records, counter.orders, systemClock, (bug) => {
    throw bug;
  });
  runner.start();
  await systemClock.sleep(warmingMs);
  const [settledBefore, usedBefore] = [due - records.pending().length, cpuMs()];
  await systemClock.sleep(forMs / 2);
  const usedMs = cpuMs() - usedBefore;
  const settled = due - records.pending().length - settledBefore;
  // Apart from the work: to look at the loop each millisecond takes as long as half an order.
  const blocks = monitorEventLoopDelay({ resolution: 1 });
  blocks.enable();
  await systemClock.sleep(forMs / 2);
  blocks.disable();
  await runner.stop();
  counter.close();
  service.postMessage('end');
  const ended = await said('ended');

  const eachMs = usedMs / settled;
  speedRow({
    work: `${due.toLocaleString('en')} pending after a restart: each that is settled, of the thread of main`,
    measured: `${eachMs.toFixed(1)} ms, over ${settled} orders; opened in ${openMs.toFixed(0)} ms`,
    limit: `${(ended.cpuMs / ended.atMs.length).toFixed(1)} ms: the service's own, for an answer`,
    toReach: '<= 2 ms',
    isReached: eachMs <= 2,
  });
  const most = mostWithin(ended.atMs, 1_000);
  const meanwhile = ended.atMs.filter((at) => at > ended.restFromMs && at < ended.restFromMs + ended.restMs).length;
  speedRow({
    work: `${due.toLocaleString('en')} pending: requests in a second; sent while the service asked for a pause`,
    measured: `${most}; ${meanwhile}`,
    limit: `its own pace of ${mostInASecond} a second; a pause of ${ended.restMs / 1000} s, asked for once`,
    toReach: `<= ${mostInASecond + 1}; those under way at most`,
    isReached: most <= mostInASecond + 1 && meanwhile <= 3,
  });
  const [longest, usual] = [blocks.max / 1e6, blocks.percentile(99) / 1e6];
  speedRow({
    work: `${due.toLocaleString('en')} pending: how long main keeps the screens waiting`,
    measured: `${longest.toFixed(1)} ms at most; 99th ${usual.toFixed(1)} ms`,
    limit: `a frame at 60 Hz: ${frameMs.toFixed(1)} ms`,
    toReach: 'the longest <= a frame',
    isReached: longest <= frameMs,
  });
}

/** Of this thread alone: the service has its own. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

async function said<K extends ServiceMessage['kind']>(kind: K): Promise<Extract<ServiceMessage, { kind: K }>> {
  const [message] = (await once(service, 'message')) as [ServiceMessage];
  if (message.kind !== kind) throw new Error(`the service says ${message.kind}`);
  return message as Extract<ServiceMessage, { kind: K }>;
}

/** The most of the times that lie within so many milliseconds. */
function mostWithin(atMs: readonly number[], ms: number): number {
  return atMs.reduce((most, from, index) => Math.max(most, atMs.slice(index).filter((at) => at < from + ms).length), 0);
}

import { spawnSync } from 'node:child_process';
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { accessSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Counter } from '../../src-main/app/counter/counter.ts';
import type { OperationId } from '../../src-main/core/ids.ts';
import type { Transport } from '../../src-main/core/ports.ts';
import { createHttpTransport } from '../../src-main/hosts/http-transport.ts';
import { systemClock } from '../../src-main/hosts/system-ports.ts';
import { generatePrivateKey, publicHalf } from '../../src-main/signatures/keys.ts';
import { startScriptedService } from '../unit/src-main/orders/scripted-service.ts';
import { barePurchase, type BarePurchase } from './bare-purchase.ts';
import { newId, openEnrolled, sale } from './enrolled-counter.ts';
import { soldAnswer } from './sold-answer.ts';
import { speedRow } from './speed-rows.ts';

/**
 * A purchase on the counter's side: all that is durable and both signatures, from Buy to its verdict, without the way
 * to the service. Beside it its rows in the commits that the laws ask for, by bare statements, and both signatures,
 * bare: each purchase and its peer in turn, so that a disk that others use is as slow for both.
 */
const purchases = Number(process.env['PURCHASES'] ?? 200);
const warming = 20;
/** Where this very bench runs under strace to be counted, it names the moments in calls that change nothing. */
const isCounted = process.env['PURCHASE_COUNTED'] === 'yes';
const countedPurchases = 20;
const betweenCustomersMs = 10;
const marks = { buy: '/counterfoil-bench-buy', wire: '/counterfoil-bench-wire', over: '/counterfoil-bench-over' };

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-'));
const service = await startScriptedService(systemClock);
const onTheWay: Spent = { ms: 0, cpuMs: 0 };
const counter = await openEnrolled(join(folder, 'counter'), service.profile, timed(createHttpTransport()));
try {
  if (isCounted) for (let bought = 0; bought < countedPurchases; bought += 1) await buy(counter);
  else await compare();
} finally {
  counter.close();
  await service.close();
  rmSync(folder, { recursive: true });
}

/** By the clock, and of the processor: in the latter nobody else who uses the machine counts. */
interface Spent {
  ms: number;
  cpuMs: number;
}

function spentSince(before: Readonly<Spent>): Spent {
  const { ms, cpuMs } = spentSoFar();
  return { ms: ms - before.ms, cpuMs: cpuMs - before.cpuMs };
}

function spentSoFar(): Spent {
  const { user, system } = process.threadCpuUsage();
  return { ms: performance.now(), cpuMs: (user + system) / 1000 };
}

/** Adds up the time from the hand-over of a request to the last byte of its answer. */
function timed(transport: Transport): Transport {
  return {
    exchange: async (request, options) => {
      mark(marks.wire);
      const before = spentSoFar();
      const answer = await transport.exchange(request, options);
      Object.assign(onTheWay, spentSince(before));
      return answer;
    },
  };
}

/** Gives what was the counter's. */
async function buy({ orders }: Counter): Promise<Spent> {
  // The next customer comes in a turn of their own.
  await systemClock.sleep(betweenCustomersMs);
  const operationId = newId();
  service.script(soldAnswer);
  mark(marks.buy);
  const before = spentSoFar();
  const placed = orders.place(operationId, sale, { besidesPending: true });
  const over = placed.ok ? await orders.resume(operationId, 0, 'now') : placed;
  const { ms, cpuMs } = spentSince(before);
  mark(marks.over);
  if (!over.ok || !isBought(operationId)) throw new Error('a purchase of this run failed');
  return { ms: ms - onTheWay.ms, cpuMs: cpuMs - onTheWay.cpuMs };
}

function isBought(operationId: OperationId): boolean {
  const { progress } = counter.localRecords.records.find(operationId)?.attempts.at(-1) ?? {};
  return progress?.stage === 'judged' && progress.verdict.outcome === 'completed';
}

function mark(path: string): void {
  if (!isCounted) return;
  try {
    accessSync(path);
  } catch {
    // It is not there, and need not be.
  }
}

async function compare(): Promise<void> {
  for (let bought = 0; bought < warming; bought += 1) await buy(counter);
  const bare = await bareBeside();
  const [ours, commits, signatures]: [Spent[], Spent[], Spent[]] = [[], [], []];
  for (let bought = 0; bought < purchases; bought += 1) {
    ours.push(await buy(counter));
    bare.rows.prepare();
    commits.push(spentOn(() => bare.rows.write()));
    signatures.push(spentOn(bare.signatures));
  }
  const { rows, commits: count } = bare.rows;
  bare.rows.close();
  const [own, signing] = [median(ours), median(signatures)];
  const peer = median(commits) + signing;
  const [ownCpu, peerCpu] = [meanCpu(ours), meanCpu(commits) + meanCpu(signatures)];
  const ofThem = `${signing.toFixed(2)} ms of them signatures`;
  speedRow({
    work: 'a purchase, from Buy to its verdict without the way to the service',
    measured: `${own.toFixed(2)} ms, ${(own / peer).toFixed(2)} x`,
    limit: `${count} bare commits of the same ${rows} rows and 2 bare signatures: ${peer.toFixed(2)} ms (${ofThem})`,
    toReach: '<= 1.5 x',
    isReached: own <= 1.5 * peer,
  });
  speedRow({
    work: 'the same, of the processor',
    measured: `${ownCpu.toFixed(2)} ms, ${(ownCpu / peerCpu).toFixed(2)} x`,
    limit: `the same: ${peerCpu.toFixed(2)} ms`,
    toReach: '<= 1.5 x',
    isReached: ownCpu <= 1.5 * peerCpu,
  });
  const counted = syncsCounted();
  if (counted === null) return;
  speedRow({
    work: 'syncs from Buy to the request on the wire',
    measured: `${counted.toWire}`,
    limit: `${counted.inAll} in the whole purchase; the most of ${countedPurchases - 1}, by strace`,
    toReach: '<= 4',
    isReached: counted.toWire <= 4,
  });
}

/** The rows that one purchase leaves, to be written bare, and a request signed and an answer verified. */
async function bareBeside(): Promise<{ readonly rows: BarePurchase; readonly signatures: () => void }> {
  const { journal } = counter.localRecords;
  const [begun, over] = [join(folder, 'begun.db'), join(folder, 'over.db')];
  const operationId = newId();
  service.script(soldAnswer);
  counter.orders.place(operationId, sale, { besidesPending: true });
  journal.backup(begun);
  await counter.orders.resume(operationId, 0, 'now');
  if (!isBought(operationId)) throw new Error('a purchase of this run failed');
  journal.backup(over);
  const jwk = generatePrivateKey();
  const dsaEncoding = 'ieee-p1363';
  const privateKey = createPrivateKey({ key: { ...jwk }, format: 'jwk' });
  const publicKey = createPublicKey({ key: { ...publicHalf(jwk) }, format: 'jwk' });
  const base = Buffer.alloc(700, 'x');
  const signature = sign('sha256', base, { key: privateKey, dsaEncoding });
  return {
    rows: barePurchase(begun, over, operationId),
    signatures: () => {
      sign('sha256', base, { key: privateKey, dsaEncoding });
      verify('sha256', base, { key: publicKey, dsaEncoding }, signature);
    },
  };
}

function spentOn(work: () => void): Spent {
  const before = spentSoFar();
  work();
  return spentSince(before);
}

function median(spent: readonly Spent[]): number {
  return spent.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor(spent.length / 2)] ?? Number.NaN;
}

/** The system counts some of it in ticks, so that one purchase alone says nothing. */
function meanCpu(spent: readonly Spent[]): number {
  return spent.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / spent.length;
}

/** What strace saw of a run of this bench; null where there is none. The first purchase makes the room it needs. */
function syncsCounted(): { readonly toWire: number; readonly inAll: number } | null {
  const seen = join(folder, 'strace');
  const traced = spawnSync(
    'strace',
    ['-f', '-qq', '-o', seen, '-e', 'trace=fsync,fdatasync,access,faccessat', process.execPath, import.meta.filename],
    { env: { ...process.env, PURCHASE_COUNTED: 'yes', BENCH_ROWS: '' }, stdio: 'ignore' },
  );
  if (traced.error !== undefined || traced.status !== 0) {
    console.log('syncs were not counted: strace does not run here');
    return null;
  }
  const counts: { toWire: number; inAll: number }[] = [];
  let phase: 'buying' | 'onTheWire' | 'over' = 'over';
  for (const line of readFileSync(seen, 'utf8').split('\n')) {
    const last = counts.at(-1);
    if (line.includes(marks.buy)) {
      counts.push({ toWire: 0, inAll: 0 });
      phase = 'buying';
    } else if (line.includes(marks.wire)) phase = 'onTheWire';
    else if (line.includes(marks.over)) phase = 'over';
    else if (last !== undefined && phase !== 'over' && /\bf(data)?sync\(/.test(line)) {
      last.inAll += 1;
      if (phase === 'buying') last.toWire += 1;
    }
  }
  const later = counts.slice(1);
  if (later.length !== countedPurchases - 1) throw new Error(`${counts.length} purchases were counted`);
  return {
    toWire: Math.max(...later.map(({ toWire }) => toWire)),
    inAll: Math.max(...later.map(({ inAll }) => inAll)),
  };
}

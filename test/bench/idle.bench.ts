import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { prepareRuntime, whyNoElectron } from '../e2e/electron-runtime.ts';
import { ElectronShop } from '../e2e/electron-shop.ts';
import { whyNoKeyring } from '../e2e/keyring-session.ts';
import { writeBareWindow } from './bare-window.ts';
import { sellInto } from './many-operations.ts';
import { speedRow } from './speed-rows.ts';
import { counterOf, startWatched, type Watched } from './watched-start.ts';

/**
 * An hour at which nobody touches an enrolled counter, which locks itself after some minutes: what all its processes
 * hold, minute by minute, beside a bare window of the same Electron that stands open meanwhile. IDLE_MINUTES chooses
 * another length.
 */
const minutes = Number(process.env['IDLE_MINUTES'] ?? 60);
const sold = 10_000;
/** Until it is locked, and what a start needed is given back. */
const settledAfterMinutes = 10;
/** What is collected now and then moves the figure: the least of so many minutes is what stays. */
const comparedMinutes = 10;
const growthAtMost = 1.01;

const missing = whyNoElectron() ?? whyNoKeyring();
if (missing === null) await compare();
else console.log(`not measured: ${missing}`);

async function compare(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-'));
  const bare = await prepareRuntime(writeBareWindow(folder));
  const counter = await prepareRuntime();
  const shop = await ElectronShop.start('en');
  const open: Watched[] = [];
  try {
    await shop.close();
    sellInto(shop.records, sold);
    const ours = await startWatched(counterOf(shop, counter));
    open.push(ours);
    const beside = await startWatched({ ...bare, env: { ...bare.env, HOME: join(folder, 'bare') } });
    open.push(beside);
    const held = await holdings([ours, beside]);
    if ((await ours.ask("document.querySelector('.lock-room') !== null")) !== true)
      throw new Error('the counter did not lock itself');
    print(held[0] ?? [], held[1] ?? []);
  } finally {
    await Promise.all(open.map((one) => one.end()));
    await shop.stop();
    await bare.release();
    await counter.release();
    rmSync(folder, { recursive: true });
  }
}

/** Megabytes after each minute, of each of them. */
async function holdings(watched: readonly Watched[]): Promise<readonly (readonly number[])[]> {
  const held: number[][] = watched.map(() => []);
  for (let minute = 1; minute <= minutes; minute += 1) {
    await wait(60_000);
    const now = watched.map((one) => one.memoryBesideFilesMb());
    now.forEach((mb, index) => held[index]?.push(mb));
    console.log(`minute ${minute}: ${now.map((mb) => mb.toFixed(1)).join(' MB, beside ')} MB`);
  }
  return held;
}

function print(ours: readonly number[], beside: readonly number[]): void {
  const [ourGrowth, besideGrowth] = [growthOf(ours), growthOf(beside)];
  speedRow({
    work: `memory beside files, locked and idle for ${minutes} minutes, ${sold.toLocaleString('en')} orders`,
    measured: `${ourGrowth.fromMb.toFixed(0)} MB to ${ourGrowth.toMb.toFixed(0)} MB`,
    limit: `a bare window: ${besideGrowth.fromMb.toFixed(0)} MB to ${besideGrowth.toMb.toFixed(0)} MB`,
    toReach: `no growth: <= ${growthAtMost} x`,
    isReached: ourGrowth.toMb <= growthAtMost * ourGrowth.fromMb,
  });
}

function growthOf(held: readonly number[]): { readonly fromMb: number; readonly toMb: number } {
  return {
    fromMb: Math.min(...held.slice(settledAfterMinutes, settledAfterMinutes + comparedMinutes)),
    toMb: Math.min(...held.slice(-comparedMinutes)),
  };
}

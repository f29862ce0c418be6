import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareRuntime, whyNoElectron } from '../e2e/electron-runtime.ts';
import { ElectronShop } from '../e2e/electron-shop.ts';
import { whyNoKeyring } from '../e2e/keyring-session.ts';
import { writeBareWindow } from './bare-window.ts';
import { sellInto } from './many-operations.ts';
import { speedRow } from './speed-rows.ts';
import { counterOf, watchStart, type Program, type Started } from './watched-start.ts';

/**
 * From the begun process to the first text on the screen, and the memory of all processes once nothing happened for a
 * minute: the counter beside a bare window of the same Electron, in turns, each with its data as it left them.
 */
const pairs = Number(process.env['START_PAIRS'] ?? 7);
const sold = 10_000;
/** V8 gives back what a start needed within half a minute in which nothing happens. */
const idleMs = 60_000;

const missing = whyNoElectron() ?? whyNoKeyring();
if (missing === null) await compare();
else console.log(`not measured: ${missing}`);

async function compare(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-'));
  const bare = await prepareRuntime(writeBareWindow(folder));
  const counter = await prepareRuntime();
  const shop = await ElectronShop.start('en');
  try {
    await shop.close();
    sellInto(shop.records, sold);
    const enrolled = counterOf(shop, counter);
    const programs = (pair: number): readonly (readonly [string, Program])[] => [
      ['bare', { ...bare, env: { ...bare.env, HOME: join(folder, `bare-${pair}`) } }],
      ['first run', { ...counter, env: { ...counter.env, COUNTERFOIL_DATA: join(folder, `data-${pair}`) } }],
      ['enrolled', enrolled],
    ];
    // What was sold without a counter is kept and backed up as on the evenings before.
    await watchStart(enrolled, idleMs);
    const started = new Map<string, Started[]>();
    for (let pair = 0; pair < pairs; pair += 1)
      for (const [name, program] of programs(pair))
        started.set(name, [...(started.get(name) ?? []), await watchStart(program)]);
    const idle = new Map<string, number>();
    for (const [name, program] of programs(pairs)) idle.set(name, (await watchStart(program, idleMs)).memoryMb);
    print(started, idle);
  } finally {
    await shop.stop();
    await bare.release();
    await counter.release();
    rmSync(folder, { recursive: true });
  }
}

function print(started: ReadonlyMap<string, readonly Started[]>, idle: ReadonlyMap<string, number>): void {
  const of = (name: string, figure: 'firstTextMs' | 'largestTextMs'): number =>
    median((started.get(name) ?? []).map((one) => one[figure]));
  for (const name of ['first run', 'enrolled']) {
    const work = name === 'enrolled' ? `enrolled, ${sold.toLocaleString('en')} orders` : name;
    row(`start to the first text: ${work}`, 'ms', of(name, 'firstTextMs'), of('bare', 'firstTextMs'), 1.2);
    row(`start to the largest text: ${work}`, 'ms', of(name, 'largestTextMs'), of('bare', 'largestTextMs'), 1.35);
    const [ours, bare] = [idle.get(name) ?? NaN, idle.get('bare') ?? NaN];
    row(`memory of all processes, idle for a minute: ${work}`, 'MB', ours, bare, 1.15);
  }
}

function row(work: string, unit: 'ms' | 'MB', ours: number, bare: number, atMost: number): void {
  speedRow({
    work,
    measured: `${Math.round(ours)} ${unit}: ${(ours / bare).toFixed(2)} x`,
    limit: `${Math.round(bare)} ${unit}, a bare window`,
    toReach: `<= ${atMost} x`,
    isReached: ours <= atMost * bare,
  });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

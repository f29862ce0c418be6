import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { breakModule, type Breach } from '../test/support/break-module.ts';
import { Parts, tell } from './first-day/telling.ts';

/**
 * A whole day of a shop without a screen, against a practice service that it starts itself: three people, four shifts,
 * 200 sales, and all books compared at its end. It tells what happened in sentences, never a code, and ends with 1 as
 * soon as one step is off or two accounts differ.
 */

const usage = 'usage: first-day [--seed N] [--customers N] [--keep DIR] [--break z-misses-late|balance]';

/** What a Z that misses a sale would be: the product has no switch for it. */
const missesLate: Breach = {
  file: 'src-main/day/machine/tally.ts',
  from: 'soldLate: cellsOf(late),',
  to: 'soldLate: [],',
};

function shellOptions() {
  try {
    return parseArgs({
      options: {
        seed: { type: 'string' },
        customers: { type: 'string', default: '50' },
        keep: { type: 'string' },
        break: { type: 'string' },
      },
    }).values;
  } catch {
    throw new Error(usage);
  }
}

function options() {
  const given = shellOptions();
  const seed = Number(given.seed ?? Math.floor(Math.random() * 1_000_000));
  if (!Number.isSafeInteger(seed) || seed < 0) throw new Error(usage);
  // Misfortunes have a customer each, and some room between them.
  const customers = Number(given.customers);
  if (!Number.isSafeInteger(customers) || customers < 20) throw new Error(usage);
  if (given.break !== undefined && !['z-misses-late', 'balance'].includes(given.break)) throw new Error(usage);
  return { seed, customers, keep: given.keep, breaks: given.break };
}

function folderFor(keep: string | undefined): string {
  if (keep === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'counterfoil-first-day-'));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    return folder;
  }
  mkdirSync(keep);
  return resolve(keep);
}

async function main(): Promise<void> {
  const { seed, customers, keep, breaks } = options();
  const startedAtMs = performance.now();
  const folder = folderFor(keep);
  const parts = new Parts();
  if (breaks === 'z-misses-late') breakModule(missesLate);
  // Loaded only now, so that what is broken on purpose is.
  const { wholeDay } = await import('./first-day/day.ts');
  const found = await wholeDay({ folder, seed, customers, parts, correctsBalance: breaks === 'balance' });
  if (found.length > 0) throw new Error(`The accounts differ.\n${found.join('\n')}`);
  tell(`It took: ${parts.report()}.`);
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
  const { user, system } = process.cpuUsage();
  const worked = ((user + system) / 1_000_000).toFixed(1);
  tell(`Everything went as it must, in ${seconds} seconds. The counter's own process worked for ${worked} of them.`);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
try {
  await main();
} catch (error) {
  process.stderr.write(`The first day is off. ${error instanceof Error ? error.message : 'It could not be run.'}\n`);
  process.exitCode = 1;
}

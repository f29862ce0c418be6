import { fork } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { readOptions, wholeNumber } from '../options.ts';
import { writeSection } from '../report.ts';
import { Coverage } from './coverage.ts';
import { fastFolder } from './folder.ts';
import { KeptDays, reportSchema, type Report } from './kept-days.ts';
import { knownLaws as laws } from './laws.ts';
import { killForReal, killSteps } from './real-kill.ts';
import { describe, markdown, type Findings, type Summary } from './summary.ts';
import type { WorkOrder } from './worker.ts';

/** What runs without arguments: the same days each time, within 45 s on two cores. */
const fixed = { runs: 90, seed: 1 };
const fullRuns = 10_000;
const killsPerRealOne = 40;
const shownViolations = 12;
const daysBetweenNews = 100;

const usage = `usage: proof:chaos ${[
  '[--runs N] [--seed S] [--full] [--real-kill STEP]',
  '[--jobs N] [--keep DIR] [--write] [--break LAW]',
].join(' ')}
--keep DIR: days that were lived are kept there; the same command goes on where it was ended (SIGTERM ends it in order).
steps: ${killSteps.join(', ')}
laws: ${laws.join(', ')}`;

const count = wholeNumber.refine((number) => number > 0);
const options = z
  .object({
    runs: count.optional(),
    seed: count.default(fixed.seed),
    jobs: count.default(availableParallelism()),
    keep: z.string().min(1).optional(),
    full: z.boolean(),
    write: z.boolean(),
    'real-kill': z.enum(killSteps).optional(),
    break: z
      .string()
      .refine((law) => laws.includes(law))
      .optional(),
  })
  .refine((given) => given.keep === undefined || given.break === undefined)
  .refine(
    (given) =>
      given['real-kill'] === undefined || (!given.write && given.runs === undefined && given.break === undefined),
  );

/** Lives the days that were asked for, or kills one real process; exits 1 where a bar is not held. */
async function main(): Promise<void> {
  const given = readOptions(usage, options, {
    runs: { type: 'string' },
    seed: { type: 'string' },
    jobs: { type: 'string' },
    keep: { type: 'string' },
    full: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    'real-kill': { type: 'string' },
    break: { type: 'string' },
  });
  if (given !== null) process.exitCode = await prove(given);
}

async function prove({
  seed,
  jobs,
  full,
  write,
  keep,
  runs: asked,
  'real-kill': step,
  break: law,
}: z.infer<typeof options>): Promise<number> {
  const runs = step === undefined ? (asked ?? (full ? fullRuns : fixed.runs)) : 0;
  const lived = new Lived(step);
  let killed: readonly Findings[] = [];
  const root = fastFolder();
  try {
    const keeper = keep === undefined ? null : new KeptDays(keep);
    const kept = (keeper?.read() ?? []).filter((report) => report.seed >= seed && report.seed < seed + runs);
    for (const report of kept) lived.add(report);
    const news = newsOf(lived, runs);
    // Whoever stops it early hears of all that was lived until then.
    let isStopped = false;
    process.once('SIGTERM', () => {
      isStopped = true;
    });
    const take = (report: Report): 'go on' | 'enough' => {
      keeper?.add(report);
      lived.add(report);
      news();
      // A law that is broken shows on some days only; one of them is enough.
      return isStopped || (law !== undefined && lived.failing.length > 0) ? 'enough' : 'go on';
    };
    const known = new Set(kept.map((report) => report.seed));
    const left = Array.from({ length: runs }, (_, run) => seed + run).filter((one) => !known.has(one));
    const atOnce = Math.min(jobs, left.length);
    await Promise.all(
      Array.from({ length: atOnce }, (_, job) => {
        const seeds = left.filter((_one, at) => at % atOnce === job);
        return work({ seeds, root: join(root, String(job)), law: law ?? null }, take);
      }),
    );
    killed = law === undefined ? await killForReal(lived.killsDue, lived.coverage) : [];
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  const summary = lived.summary(seed, killed);
  console.log(describe(summary, shownViolations, law));
  if (write) writeSection('chaos', markdown(summary));
  return summary.failing.length === 0 ? 0 : 1;
}

/** All that the days came to so far. */
class Lived {
  readonly coverage = new Coverage();
  readonly failing: Report[] = [];
  /** Where real processes are to be killed: at each so many-th place at which one of a day was. */
  readonly killsDue: (string | null)[];
  runs = 0;
  #kills = 0;
  #cpuSeconds = 0;

  constructor(step: string | undefined) {
    this.killsDue = step === undefined ? [] : [step];
  }

  add(report: Report): void {
    this.runs += 1;
    this.#cpuSeconds += report.cpuSeconds;
    this.coverage.addAll(report.counts);
    for (const at of report.kills) if ((this.#kills += 1) % killsPerRealOne === 0) this.killsDue.push(at);
    if (report.violations.length === 0) return;
    this.failing.push(report);
    console.error(`seed ${String(report.seed)} failed: ${report.violations.map(({ bar }) => bar).join(', ')}`);
  }

  summary(seed: number, killed: readonly Findings[]): Summary {
    const days = this.failing
      .toSorted((a, b) => a.seed - b.seed)
      .map((report) => ({ ...report, replay: `--seed ${String(report.seed)} --runs 1` }));
    const { runs, coverage } = this;
    return { runs, seed, cpuSeconds: this.#cpuSeconds, coverage, failing: [...days, ...killed] };
  }
}

/** Says now and then how far it has come, and how fast it is by a clock on the wall. */
function newsOf(lived: Lived, runs: number): () => void {
  const [before, startedAtMs] = [lived.runs, performance.now()];
  return () => {
    if (lived.runs % daysBetweenNews !== 0) return;
    const perSecond = (lived.runs - before) / ((performance.now() - startedAtMs) / 1000);
    console.error(
      `${String(lived.runs)} of ${String(runs)} days, ` +
        `${perSecond.toFixed(2)} a second, ${String(lived.failing.length)} failed`,
    );
  };
}

/** One worker and its share of the days; it stops where `take` says that this is enough. */
function work(order: WorkOrder, take: (report: Report) => 'go on' | 'enough'): Promise<void> {
  mkdirSync(order.root, { recursive: true });
  return new Promise((resolve, reject) => {
    const file = join(order.root, 'order.json');
    writeFileSync(file, JSON.stringify(order));
    const worker = fork(new URL('./worker.ts', import.meta.url), [file]);
    let isStopped = false;
    let left = order.seeds.length;
    worker.on('message', (message: unknown) => {
      left -= 1;
      // A worker does not always end by itself: a counter that was killed in one of its days may have left something
      // open.
      if (isStopped || (take(reportSchema.parse(message)) === 'go on' && left > 0)) return;
      isStopped = true;
      worker.kill();
    });
    worker.on('error', reject);
    worker.on('exit', (code) =>
      isStopped || code === 0 ? resolve() : reject(new Error(`a worker ended with ${String(code)}`)),
    );
  });
}

await main();

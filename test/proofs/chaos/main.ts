import { fork } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { readOptions, wholeNumber } from '../options.ts';
import { writeSection } from '../report.ts';
import { Coverage } from './coverage.ts';
import { fastFolder } from './folder.ts';
import { breaches } from './laws.ts';
import { killForReal, killSteps } from './real-kill.ts';
import { describe, markdown, type Findings, type Summary } from './summary.ts';
import type { WorkOrder } from './worker.ts';

/** What runs without arguments: the same days each time, within 45 s on two cores. */
const fixed = { runs: 90, seed: 1 };
const fullRuns = 10_000;
const killsPerRealOne = 40;
const shownViolations = 12;

const reportSchema = z.object({
  seed: z.int(),
  counts: z.record(z.string(), z.record(z.string(), z.number())),
  violations: z.array(z.object({ bar: z.string(), what: z.string() })),
  stories: z.array(z.string()),
  kills: z.array(z.string().nullable()),
});
type Report = z.infer<typeof reportSchema>;

const laws = Object.keys(breaches);
const usage = `usage: proof:chaos [--runs N] [--seed S] [--full] [--real-kill STEP] [--jobs N] [--write] [--break LAW]
steps: ${killSteps.join(', ')}
laws: ${laws.join(', ')}`;

const count = wholeNumber.refine((number) => number > 0);
const options = z
  .object({
    runs: count.optional(),
    seed: count.default(fixed.seed),
    jobs: count.default(availableParallelism()),
    full: z.boolean(),
    write: z.boolean(),
    'real-kill': z.enum(killSteps).optional(),
    break: z
      .string()
      .refine((law) => laws.includes(law))
      .optional(),
  })
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
  runs: asked,
  'real-kill': step,
  break: law,
}: z.infer<typeof options>): Promise<number> {
  const runs = step === undefined ? (asked ?? (full ? fullRuns : fixed.runs)) : 0;
  const startedAtMs = performance.now();
  const coverage = new Coverage();
  const failing: Report[] = [];
  let killed: readonly Findings[] = [];
  let done = 0;
  const root = fastFolder();
  try {
    const kills: { count: number; due: (string | null)[] } = { count: 0, due: step === undefined ? [] : [step] };
    // Whoever stops it early hears of all that was lived until then.
    let isStopped = false;
    process.once('SIGTERM', () => {
      isStopped = true;
    });
    const take = (report: Report): 'go on' | 'enough' => {
      done += 1;
      if (done % 500 === 0) console.error(`${String(done)} of ${String(runs)} runs, ${String(failing.length)} failed`);
      coverage.addAll(report.counts);
      for (const at of report.kills) if ((kills.count += 1) % killsPerRealOne === 0) kills.due.push(at);
      if (report.violations.length > 0) {
        failing.push(report);
        console.error(`seed ${String(report.seed)} failed: ${report.violations.map(({ bar }) => bar).join(', ')}`);
      }
      // A law that is broken shows on some days only; one of them is enough.
      return isStopped || (law !== undefined && failing.length > 0) ? 'enough' : 'go on';
    };
    const atOnce = Math.min(jobs, runs);
    await Promise.all(
      Array.from({ length: atOnce }, (_, job) =>
        work(
          { seed: seed + job, runs: runs - job, step: atOnce, root: join(root, String(job)), law: law ?? null },
          take,
        ),
      ),
    );
    killed = law === undefined ? await killForReal(kills.due, coverage) : [];
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  const days = failing
    .sort((a, b) => a.seed - b.seed)
    .map((report) => ({ ...report, replay: `--seed ${String(report.seed)} --runs 1` }));
  const summary: Summary = {
    runs: done,
    seed,
    seconds: (performance.now() - startedAtMs) / 1000,
    coverage,
    failing: [...days, ...killed],
  };
  console.log(describe(summary, shownViolations, law));
  if (write) writeSection('chaos', markdown(summary));
  return summary.failing.length === 0 ? 0 : 1;
}

/** One worker and its share of the days; it stops where `take` says that this is enough. */
function work(order: WorkOrder, take: (report: Report) => 'go on' | 'enough'): Promise<void> {
  mkdirSync(order.root, { recursive: true });
  return new Promise((resolve, reject) => {
    const worker = fork(new URL('./worker.ts', import.meta.url), [JSON.stringify(order)]);
    let isStopped = false;
    let left = Math.ceil(order.runs / order.step);
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

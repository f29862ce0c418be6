import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';

import { writeSection } from '../report.ts';
import { Coverage } from './coverage.ts';
import { breaches } from './laws.ts';
import { fastFolder } from './folder.ts';
import { killForReal } from './real-kill.ts';
import { describe, markdown } from './summary.ts';
import type { Findings, Summary } from './summary.ts';
import type { WorkOrder } from './worker.ts';

/** What runs without arguments: the same days each time, within 45 s on two cores. */
const fixed = { runs: 240, seed: 1 };
const fullRuns = 10_000;
const killsPerRealOne = 100;
const shownViolations = 12;

const reportSchema = z.object({
  seed: z.int(), counts: z.record(z.string(), z.record(z.string(), z.number())),
  violations: z.array(z.object({ bar: z.string(), what: z.string() })), stories: z.array(z.string()), kills: z.array(z.string().nullable()),
});
type Report = z.infer<typeof reportSchema>;

const { values } = parseArgs({
  options: {
    runs: { type: 'string' }, seed: { type: 'string' }, jobs: { type: 'string' }, break: { type: 'string' },
    full: { type: 'boolean', default: false }, write: { type: 'boolean', default: false }, help: { type: 'boolean', default: false },
  },
});
const wholeNumber = z.coerce.number().int().min(1).max(2 ** 31 - 1);

if (values.help || (values.break !== undefined && !Object.hasOwn(breaches, values.break))) {
  console.error(`Usage: proof:chaos [--runs N] [--seed S] [--full] [--jobs N] [--write] [--break LAW]\nLaws: ${Object.keys(breaches).join(', ')}`);
  process.exitCode = values.help ? 0 : 2;
} else {
  process.exitCode = await prove();
}

async function prove(): Promise<number> {
  const runs = values.runs === undefined ? (values.full ? fullRuns : fixed.runs) : wholeNumber.parse(values.runs);
  const seed = values.seed === undefined ? fixed.seed : wholeNumber.parse(values.seed);
  const startedAtMs = performance.now();
  const coverage = new Coverage();
  const failing: Findings[] = [];
  let done = 0;
  const root = fastFolder();
  try {
    const jobs = Math.min(values.jobs === undefined ? availableParallelism() : wholeNumber.parse(values.jobs), runs);
    const kills: { count: number; due: (string | null)[] } = { count: 0, due: [] };
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
      return values.break !== undefined && failing.length > 0 ? 'enough' : 'go on';
    };
    await Promise.all(Array.from({ length: jobs }, (_, job) => work({ seed: seed + job, runs: runs - job, step: jobs, root: join(root, String(job)), law: values.break ?? null }, take)));
    failing.push(...(values.break === undefined ? await killForReal(kills.due, coverage) : []));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  failing.sort((a, b) => a.seed - b.seed);
  const summary: Summary = { runs: done, seed, seconds: (performance.now() - startedAtMs) / 1000, coverage, failing };
  console.log(describe(summary, shownViolations, values.break));
  if (values.write) writeSection('chaos', markdown(summary));
  return failing.length === 0 ? 0 : 1;
}

/** One worker and its share of the days; it stops where `take` says that this is enough. */
function work(order: WorkOrder, take: (report: Report) => 'go on' | 'enough'): Promise<void> {
  mkdirSync(order.root, { recursive: true });
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: order });
    let isStopped = false;
    worker.on('message', (message: unknown) => {
      if (isStopped || take(reportSchema.parse(message)) === 'go on') return;
      isStopped = true;
      void worker.terminate();
    });
    worker.on('error', reject);
    worker.on('exit', (code) => isStopped || code === 0 ? resolve() : reject(new Error(`a worker ended with ${String(code)}`)));
  });
}
